// Floating-point numbers of which one is -0.0 and one is no number, joined and told apart by their bits.
// run: --merge=region
// groups: 3 -- one for each number
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <string.h>

int main(void) {
    unsigned k = klee_range(0, 3, "k");
    double x = 1.5;
    klee_open_merge();
    if (k == 0)
        x = -0.0;
    else if (k == 1)
        x = NAN;
    klee_close_merge();
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    assert((bits >> 63) == (k == 0));
    assert((bits == 0x3ff8000000000000ull) == (k == 2));
    return 0;
}
