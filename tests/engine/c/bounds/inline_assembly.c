// Inline assembly that is not empty is refused where it is executed; other paths go on.
// verdict: inconclusive
// incomplete: assembly
// paths: 1 -- the path that does not meet it
#include <klee/klee.h>

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 7) {
        unsigned y;
        __asm__ volatile("movl $3, %0" : "=r"(y));
        return (int)y;
    }
    __asm__ volatile("" ::: "memory");
    return 0; //~ reached
}
