// Regions that begin in every round and are never closed: nobody waits, and contexts stop nesting at some depth.
// run: --merge=region
// groups:
// states: 8
// paths: 8
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    for (int i = 0; i < 200; i++)
        klee_open_merge();
    for (int i = 0; i < 3; i++)
        if (x & (1 << i))
            y += i;
    return y > 100;
}
