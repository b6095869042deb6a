// An end without any beginning, reached by two states: both go on, and the user is told once.
// run: --merge=region
// groups:
// refused: 2
// messages: 15 in main: a region ends that did not begin
// states: 2
// paths: 2
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y > 1;
}
