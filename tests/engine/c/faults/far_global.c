// An index far beyond a variable is out of its bounds, whatever lies there.
// paths: 4 -- three indices that are wrong and all that are right
// override(m32): bugs any because what lies so far away may be another object where addresses are few
#include <klee/klee.h>

int a[4];
int b[4096];
int c[4];

int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    if (k == 1)
        return a[4096]; //~ bug: out-of-bounds
    if (k == 2)
        c[-16 * 1024 * 1024 + 1] = 1; //~ bug: out-of-bounds
    if (k == 3)
        return *(b + 16 * 1024 * 1024); //~ bug: out-of-bounds
    return a[3] + b[4095];
}
