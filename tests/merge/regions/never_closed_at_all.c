// Regions that begin in every round and are never closed: nobody waits, and contexts stop nesting at some depth, here after
// 64 of 200; each of the eight states ends in those.
// run: --merge=region
// groups: -- nobody comes to an end of a region
// refused: 648 -- the 200 - 64 beginnings that are not followed, and 64 regions that each of 8 states leaves open
// messages: 15 in main: contexts nest too deeply; 15 in main: a region is not closed on some path
// states: 8 -- three bits
// paths: 8 -- three bits
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
