// Checked arithmetic: the overflow builtins on all widths and signs, mixed types, multiply of 64 bits.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int a[] = {0, 1, -1, 46341, -46341, INT_MAX, INT_MIN};
    unsigned long hash = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            int s, d, p;
            unsigned us, ud, up;
            long ls, lp;
            unsigned long lu;
            signed char c;
            int flags = __builtin_add_overflow(a[i], a[j], &s) | __builtin_sub_overflow(a[i], a[j], &d) << 1 |
                        __builtin_mul_overflow(a[i], a[j], &p) << 2 |
                        __builtin_add_overflow((unsigned)a[i], (unsigned)a[j], &us) << 3 |
                        __builtin_sub_overflow((unsigned)a[i], (unsigned)a[j], &ud) << 4 |
                        __builtin_mul_overflow((unsigned)a[i], (unsigned)a[j], &up) << 5 |
                        __builtin_add_overflow((long)a[i] << 32, (long)a[j] << 32, &ls) << 6 |
                        __builtin_mul_overflow((long)a[i] * 3, (long)a[j] << 31, &lp) << 7 |
                        __builtin_mul_overflow((unsigned long)a[i], (unsigned long)a[j], &lu) << 8 |
                        __builtin_add_overflow(a[i], a[j], &c) << 9;
            if (i <= j) printf("%x ", flags);
            hash = hash * 31 + (unsigned)s + (unsigned)d * 3 + (unsigned)p * 5 + us + ud + up + (unsigned long)ls + (unsigned long)lp + lu + (unsigned char)c;
        }
    printf("%lx\n", hash);
    return 0;
}
