// A null array with a small index is still a null pointer.
// paths: 2 -- given, not given (faults)
// try: 0 1
#include <klee/klee.h>

static int table[8];

static int sum(int *volatile a) {
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += a[i + 1]; //~ bug: null-deref
    return s;
}

int main(void) {
    unsigned char given;
    klee_make_symbolic(&given, sizeof given, "given");
    if (given & 1)
        return sum(table);
    return sum(0);
}
