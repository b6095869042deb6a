// Calls through other prototypes in which something would be misread.
// paths: 6 -- one for each case, all but the first fault
// override(m32): skip because long is no wider than int
#include <klee/klee.h>

static long wide(long a) { return a; }
static double real(double a) { return a; }
static void nothing(void) {}
static _Bool yes(int a) { return a != 0; }
static int two(int a, int b) { return a + b; }

int main(void) {
    long (*volatile narrower)(int) = (long (*)(int))wide;
    double (*volatile integer)(int) = (double (*)(int))real;
    int (*volatile used)(void) = (int (*)(void))nothing;
    int (*volatile fewer)(int) = (int (*)(int))two;
    int (*volatile truth)(int) = (int (*)(int))yes;
    switch (klee_range(0, 6, "case")) {
    case 0: return 0;
    case 1: return (int)narrower(1); //~ bug: bad-call
    case 2: return (int)integer(1); //~ bug: bad-call
    case 3: return used(); //~ bug: bad-call
    case 4: return truth(1); //~ bug: bad-call
    default: return fewer(1); //~ bug: bad-call
    }
}
