// A percent-decoder that writes as it reads: the positions of reading and writing differ from path to path.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 4

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

int main(void) {
    char s[N], out[N];
    int i = 0, o = 0, bad = 0;
    klee_make_symbolic(s, sizeof s, "s");
    while (i < N) {
        if (s[i] == '%' && i + 2 < N) {
            int a = hex(s[i + 1]), b = hex(s[i + 2]);
            if (a < 0 || b < 0) {
                bad++;
                out[o++] = s[i++];
            } else {
                out[o++] = (char)(16 * a + b);
                i += 3;
            }
        } else if (s[i] == '+') {
            out[o++] = ' ';
            i++;
        } else {
            out[o++] = s[i++];
        }
    }
    assert(o <= i);
    assert(3 * o >= i);
    assert(bad <= o);
    return o;
}
