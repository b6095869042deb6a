// An end without any beginning, reached by two states: both go on, and the user is told once.
// run: --merge=region
// groups: -- nobody is in a region
// refused: 2 -- once for each state
// messages: 15 in main: a region ends that did not begin
// states: 2 -- x > 7 or not
// paths: 2 -- x > 7 or not
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y > 1;
}
