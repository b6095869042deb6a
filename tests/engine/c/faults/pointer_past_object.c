// Two blocks side by side: walking off the one does not arrive in the other.
// paths: 1 -- nothing depends on the input but what is written
// try: 0 5
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *volatile a = malloc(8);
    char *volatile b = malloc(8);
    b[0] = 1;
    a[9] = x; //~ bug: out-of-bounds
    return b[0]; //~ dead
}
