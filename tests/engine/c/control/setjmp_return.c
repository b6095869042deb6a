// longjmp out of a nested call.
// paths: 3 -- negative (jumps with 1), above 50 (jumps with 2), between
// try: -1 0 50 51
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf out;

static int check(int x) {
    if (x < 0)
        longjmp(out, 1);
    if (x > 50)
        longjmp(out, 2);
    return x;
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    switch (setjmp(out)) {
    case 0: check(x); return 0; //~ reached
    case 1: return 10;          //~ reached
    case 2: return 20;          //~ reached
    }
    return 99; //~ dead
}
