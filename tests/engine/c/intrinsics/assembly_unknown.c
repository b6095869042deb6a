// Inline assembly that is not understood ends its path, with its text and place.
// verdict: inconclusive
// incomplete: cpuid
// paths: 1 -- the other path is cut off
#include <klee/klee.h>

int main(void) {
    int x = klee_range(0, 2, "x");
    if (x) {
        unsigned a = 0, b, c, d;
        asm volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
        return a > 0; //~ dead
    }
    return 0; //~ reached
}
