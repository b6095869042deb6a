// A loop that an optimiser turns into vector instructions.
// paths: 2 -- the sum is 36 or not
// try a[]: 1 4 5
#include <klee/klee.h>

int main(void) {
    unsigned char a[8];
    unsigned sum = 0;
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 8; i++)
        sum += a[i];
    if (sum == 36)
        return 1; //~ reached
    return 0;     //~ reached
}
