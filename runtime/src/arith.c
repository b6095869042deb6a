/* abs and div. */
#include "runtime.h"

API int abs(int n) {
    return n < 0 ? -n : n;
}

API long labs(long n) {
    return n < 0 ? -n : n;
}

API long long llabs(long long n) {
    return labs(n);
}

API intmax_t imaxabs(intmax_t n) {
    return labs(n);
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

API div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

API ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

API ldiv_t lldiv(long long a, long long b) {
    return ldiv(a, b);
}

API ldiv_t imaxdiv(intmax_t a, intmax_t b) {
    return ldiv(a, b);
}
