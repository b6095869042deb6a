// What a variable holds that is defined nowhere is not known: its address is, a use of it ends the path.
// verdict: inconclusive
// incomplete: defined nowhere
// replay: skip because the program cannot be linked
#include <klee/klee.h>

extern int nowhere;
extern int list[];

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1)
        return &nowhere == &list[1]; //~ reached
    if (x == 2)
        nowhere = 1; //~ reached
    if (x == 3)
        return list[x]; //~ reached
    return x > 5 && nowhere; //~ reached
}
