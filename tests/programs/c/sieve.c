// A sieve in a static bit array, and numbers with a given property.
#include <stdio.h>

#define LIMIT 5000
static unsigned bits[LIMIT / 32 + 1];

int main(void) {
    int primes = 0, twins = 0, last = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (bits[i >> 5] >> (i & 31) & 1) continue;
        primes++;
        if (i - last == 2) twins++;
        last = i;
        for (int j = i * i; j < LIMIT; j += i) bits[j >> 5] |= 1u << (j & 31);
    }
    printf("%d primes, %d twins, last %d\n", primes, twins, last);
    return 0;
}
