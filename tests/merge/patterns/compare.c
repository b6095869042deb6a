// Two arrays side by side; afterwards they differ where the loop stopped and nowhere before.
// run: --merge=pattern --no-pattern-cost
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char a[5], b[5];
    unsigned j = (unsigned)braid_int("j");
    braid_symbolic(a, 5, "a");
    braid_symbolic(b, 5, "b");
    unsigned i = 0;
    while (i < 5 && a[i] == b[i]) {
        i++;
    }
    braid_assume(j < i);
    assert(a[j] == b[j]);
    assert(i == 5 || a[i] != b[i]);
    return 0;
}
