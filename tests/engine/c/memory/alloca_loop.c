// Arrays of variable length on the stack.
// paths: 4 -- n = 1..4
// try: 1 2 3 4
#include <assert.h>
#include <klee/klee.h>

static int sum(int n) {
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void) {
    int n = klee_range(1, 5, "n");
    switch (n) {
    case 1: assert(sum(1) == 0); break;
    case 2: assert(sum(2) == 1); break;
    case 3: assert(sum(3) == 3); break;
    default: assert(sum(4) == 6); break;
    }
    return 0;
}
