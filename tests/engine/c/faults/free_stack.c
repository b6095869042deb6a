// Frees a variable on the stack.
// paths: 2 -- large (heap), small (faults)
// try: 0 15 16 30
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char size;
    char small[16];
    klee_make_symbolic(&size, sizeof size, "size");
    char *volatile p = small;
    if (size > 16)
        p = malloc(300);
    p[0] = 1;
    free(p); //~ bug: invalid-free
    return 0;
}
