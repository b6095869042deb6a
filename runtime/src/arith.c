/* abs and div. */
#include "runtime.h"

API int abs(int n) {
    return n < 0 ? -n : n;
}

API long labs(long n) {
    return n < 0 ? -n : n;
}

API long long llabs(long long n) {
    return n < 0 ? -n : n;
}

API intmax_t imaxabs(intmax_t n) {
    return n < 0 ? -n : n;
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

API div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

API ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

API lldiv_t lldiv(long long a, long long b) {
    return (lldiv_t){a / b, a % b};
}

API lldiv_t imaxdiv(intmax_t a, intmax_t b) {
    return lldiv(a, b);
}
