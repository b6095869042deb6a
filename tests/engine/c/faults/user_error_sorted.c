// A checker for sorted input that reports where the order is broken.
// paths: 4 -- sorted, or the first break after the first, second, third element
#include <klee/klee.h>

int main(void) {
    unsigned char a[4];
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 3; i++)
        if (a[i] > a[i + 1])
            klee_report_error(__FILE__, __LINE__, "not sorted", "order"); //~ bug: user-error
    return 0;
}
