// A remainder whose divisor is computed.
// paths: 3 -- a <= b; a > b with a - b == 4 (faults); a > b otherwise
// try: 0 1 3 4 5 8
#include <klee/klee.h>

int main(void) {
    unsigned char a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    if (a <= b)
        return 0;
    return 1000 % (a - b - 4); //~ bug: div-by-zero
}
