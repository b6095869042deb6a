// With a capacity of 0 only empty objects are explored: the loop has nothing to run over, and the rest is reported.
// run: --capacity=0
// groups: -- the loop forks nowhere: the only object explored has no bytes
// verdict: inconclusive
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n = klee_range(0, 10, "n");
    char *text = malloc(n);
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (unsigned char)text[i];
    return sum > 0;
}
