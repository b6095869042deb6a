// States that meet with different heap objects, inputs and output: each exists where its state is.
// run: --merge=qce-static --qce-alpha=inf
// verdict: bug
// bugs: null-deref:22
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char c, d = 0;
    char *p = 0;
    klee_make_symbolic(&c, 1, "c");
    if (c == 'a') {
        p = malloc(2);
        if (!p) return 0;
        p[0] = 7;
        klee_make_symbolic(&d, 1, "d");
        putchar('x');
    }
    if (d == 3)
        putchar('y');
    if (p[0] == 7)
        putchar('z');
    free(p);
    return 0;
}
