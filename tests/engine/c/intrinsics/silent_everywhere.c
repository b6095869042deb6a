// All paths end because the program asks for it: nothing was explored to its end, and that is no proof.
// paths: 0 -- both paths end in silence
// verdict: inconclusive
// incomplete: all paths end in silence
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 7)
        klee_silent_exit(1);
    klee_silent_exit(0);
}
