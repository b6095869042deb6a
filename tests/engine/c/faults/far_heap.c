// A wrong index of an allocation or a local variable is reported as one of that object, 64 MiB away too.
// override(O1): bugs any because an optimiser makes one store of three and forgets their lines
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    char *volatile p = malloc(10), *volatile q = malloc(10), local[10];
    if (!p || !q)
        return 1;
    p[0] = q[0] = local[0] = 1;
    if (k == 1)
        p[(64 << 20) - 1] = 1; //~ bug: out-of-bounds
    if (k == 2)
        q[-(64 << 20) + 1] = 1; //~ bug: out-of-bounds
    char *volatile l = local;
    if (k == 3)
        l[(64 << 20) - 1] = 1; //~ bug: out-of-bounds
    free(p);
    free(q);
    return 0;
}
