// A loop that writes past the end of a block on the heap for large counts only.
// paths: 6 -- n = 0..4 end well, n >= 5 faults at the fifth byte
// try: 0 1 2 3 4 5 6
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int n = klee_range(0, 7, "n");
    volatile char *p = malloc(4);
    for (int i = 0; i < n; i++)
        p[i] = (char)n; //~ bug: out-of-bounds
    free((void *)p);
    return 0;
}
