// A region in a loop: each round has its own, and rounds do not multiply.
// run: --merge=region
// groups: 2 2 2 2 2 -- a bit is set or not, in each of five iterations
// complete: 5 -- one for each iteration
// states: 1 -- the joined one
// paths: 32 -- two ways in each of five iterations
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
