// Comparisons of floating point with NaNs, infinities and signed zeros: every predicate and its negation.
#include <stdio.h>

static int all(double a, double b) {
    int r = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
    r |= !(a < b) << 6 | !(a >= b) << 7 | __builtin_isunordered(a, b) << 8 | __builtin_islessgreater(a, b) << 9;
    return r | __builtin_isless(a, b) << 10 | (a != a) << 11 | (b == b) << 12;
}

int main(void) {
    volatile double zero = 0;
    double v[] = {zero / zero, -1 / zero, -1.5, -zero, zero, 2.5, 1 / zero};
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) printf("%x ", all(v[i], v[j]));
        printf("%d%d%d%d\n", __builtin_isnan(v[i]), __builtin_isinf_sign(v[i]), __builtin_isfinite(v[i]), v[i] == v[i] && __builtin_signbit(v[i]));
    }
    double best = v[1];
    for (int i = 0; i < 7; i++) best = v[i] > best && v[i] < 1e300 ? v[i] : best;
    printf("%g\n", best);
    return v[2] ? 1 : 0;
}
