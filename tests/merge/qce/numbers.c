// A list of numbers, as sleep reads its arguments: each is parsed, checked and added.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 2
#define DIGITS 3

int main(void) {
    char s[N][DIGITS + 1];
    unsigned sum = 0, bad = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        unsigned number = 0;
        int ok = 1, j;
        for (j = 0; j < DIGITS && s[i][j]; j++) {
            if (s[i][j] < '0' || s[i][j] > '9') {
                ok = 0;
                break;
            }
            number = 10 * number + (unsigned)(s[i][j] - '0');
        }
        if (!ok || j == 0) bad++;
        else sum += number;
    }
    assert(bad <= N);
    assert(sum <= 999 * N);
    return bad > 0;
}
