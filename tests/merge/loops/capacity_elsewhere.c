// A capacity for a place where nothing is allocated changes nothing, and is told.
// run: --capacity=4,nowhere=9,capacity_elsewhere.c:2=1
// messages: the capacity of nowhere is not used: no object of symbolic size is made there; 2 is not used: no object of symbolic size is made there
// groups: 5 -- n = 0 to 4
// verdict: proved
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n = klee_range(0, 5, "n");
    char *text = calloc(n, 1);
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (unsigned char)text[i];
    return sum > 0;
}
