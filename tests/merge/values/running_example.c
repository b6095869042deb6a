// The running example of Sen 2015, figure 1, in hundredths: 130 for 1.3, 100 for 1. Its final state is said by assertions: x is 2x0; r is 130 where
// phi5 holds, else r0; z is 30 where phi5 holds, r0 - 100 where phi6 and not phi5 does, else z0.
// run: --merge=summary
// states: 1 -- all five paths end as one
// verdict: proved
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x0 = klee_int("x0"), z0 = klee_int("z0"), r0 = klee_int("r0");
    klee_assume(x0 > -1000 & x0 < 1000);
    klee_assume(r0 > -1000 & r0 < 1000);
    int x = x0, z = z0, r = r0;
    x = 2 * x;
    if (x > 100)
        if (z == 1)
            r = 130;
    if (r > 100)
        z = r - 100;
    int phi5 = (2 * x0 > 100) & (z0 == 1), phi6 = phi5 | (r0 > 100);
    assert(x == 2 * x0);
    assert(r == r0 + phi5 * (130 - r0));
    assert(z == z0 + (phi6 & !phi5) * (r0 - 100 - z0) + phi5 * (30 - z0));
    return 0;
}
