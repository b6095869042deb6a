// A floating-point number that the loop adds up is a choice between known numbers afterwards. Arithmetic on it is carried out
// for each of them, as if nothing had been joined: no value is left out.
// run: --capacity=10
// groups: 6 -- n = 0 to 5
// complete: 1 -- the one context, which loses nobody
// verdict: bug
// bugs: assert:24
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned n = (unsigned)klee_range(0, 6, "n");
    double sum = 0, steps[6];
    for (unsigned i = 0; i < n; i++) {
        sum += 0.25;
        steps[i] = sum;
    }
    int whole = (int)(sum * 4);
    assert(whole == (int)n);
    long double wide = sum;
    assert(wide + 1 > sum);
    if (n == 5)
        // A bug for one length.
        assert(steps[4] != 1.25);
    return whole;
}
