// A function that nobody defines: named, and the path through it ends.
// replay: skip because the undefined function does not link natively
// flags: --undefined symbolic
// paths: 3 -- the function is not called; called, with its result 5 or another
// verdict: inconclusive
// incomplete: mystery
#include <klee/klee.h>

extern int mystery(int);

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x < 10)
        return 0; //~ reached
    if (mystery(x) == 5)
        return 1; //~ reached
    return 2;     //~ reached
}
