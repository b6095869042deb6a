// Variables of blocks that are used in their scopes alone: loops, jumps back, shadowing, recursion in a scope.
// verdict: proved
#include <klee/klee.h>

static int depth(int n) {
    int sum = n;
    {
        int inner[2] = {n, n + 1};
        int *p = inner;
        if (n > 0)
            sum += depth(p[0] - 1);
        sum += p[1];
    }
    return sum;
}

int main(void) {
    int n, sum = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 0 & n < 4);
    for (int i = 0; i < n; i++) {
        int a = i, *p = &a;
        for (int k = 0; k < 2; k++) {
            int b = k, *q = &b;
            if (*q == 1)
                continue;
            *p += *q + 1;
        }
        if (*p == 3)
            break;
        sum += *p;
    }
again:
    if (sum > 0) {
        int c = sum, *p = &c;
        sum = *p - 1;
        goto again;
    }
    klee_assert(sum == 0);
    klee_assert(depth(n) >= 1);
    return 0;
}
