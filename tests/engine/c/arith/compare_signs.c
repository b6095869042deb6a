// The trap of comparing signed with unsigned.
// paths: 2 -- x, seen without sign, is below 10 or not; negative numbers are not
// try: -1 0 9 10
#include <klee/klee.h>

int main(void) {
    int x;
    unsigned limit = 10;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x < limit)
        return 1;
    return 0;
}
