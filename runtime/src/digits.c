/* The digits of an integer in any base up to 16. */
#include "runtime.h"

enum { MOST_DIGITS = 64 };

/* Writes the digits of `n` so that they end at `end`; returns how many there are, none for 0. */
static size_t write_digits(char *end, uint64_t n, unsigned base, const char *symbols) {
    size_t count = 0;
    if (!is_symbolic(n)) {
        for (; n > 0; n /= base)
            *(end - ++count) = symbols[n % base];
        return count;
    }
    /* As many steps as the largest number needs. Each compares and divides the number itself, which a solver can bear, and
     * not what an earlier division left; in front of the number's digits zeros follow that nobody sees. */
    unsigned above = base > 10 ? (unsigned)symbols[10] - 10 : 0;
    uint64_t power = 1;
    for (uint64_t left = UINT64_MAX; left > 0; left /= base, power *= base) {
        unsigned digit = (unsigned)(n / power % base);
        *--end = (char)(digit < 10 ? digit + '0' : digit + above);
        count += n >= power;
    }
    return count;
}
