// Seconds as milliseconds: the product of a checked number does not fit any more.
// check: float-convert
#include <klee/klee.h>
#include <limits.h>

int main(void) {
    double seconds;
    klee_make_symbolic(&seconds, sizeof seconds, "seconds");
    if (!(seconds >= 0 && seconds <= INT_MAX))
        return 0;
    volatile int whole = (int)seconds;
    volatile int milliseconds = (int)(seconds * 1000); //~ bug: float-convert
    return milliseconds < whole;
}
