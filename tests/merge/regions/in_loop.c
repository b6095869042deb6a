// A region in a loop: each round has its own, and rounds do not multiply.
// run: --merge=region
// groups: 2 2 2 2 2
// complete: 5
// states: 1
// paths: 32
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), set = 0;
    for (int i = 0; i < 5; i++) {
        klee_open_merge();
        if (x & (1 << i))
            set++;
        klee_close_merge();
    }
    return set > 5;
}
