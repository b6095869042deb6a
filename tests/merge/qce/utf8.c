// UTF-8 validation with the ranges of the first continuation byte.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 4

int main(void) {
    unsigned char s[N];
    int need = 0, bad = 0, points = 0;
    unsigned char low = 0x80, high = 0xbf;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N && !bad; i++) {
        unsigned char c = s[i];
        if (need == 0) {
            if (c < 0x80) points++;
            else if (c >= 0xc2 && c <= 0xdf) need = 1;
            else if (c >= 0xe0 && c <= 0xef) {
                need = 2;
                if (c == 0xe0) low = 0xa0;
                if (c == 0xed) high = 0x9f;
            } else if (c >= 0xf0 && c <= 0xf4) {
                need = 3;
                if (c == 0xf0) low = 0x90;
                if (c == 0xf4) high = 0x8f;
            } else bad = 1;
        } else {
            if (c < low || c > high) bad = 1;
            low = 0x80;
            high = 0xbf;
            if (--need == 0) points++;
        }
    }
    assert(points <= N);
    assert(need <= 3);
    return bad || need;
}
