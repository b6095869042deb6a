// Primes by sieve, by trial and by Miller and Rabin; factors; totients.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus) {
    unsigned __int128 result = 1, square = base % modulus;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * square % modulus;
        square = square * square % modulus;
    }
    return (uint64_t)result;
}

static int probably(uint64_t n) {
    static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    if (n < 2)
        return 0;
    for (int i = 0; i < 12; i++)
        if (n % bases[i] == 0)
            return n == bases[i];
    uint64_t odd = n - 1;
    int twos = 0;
    for (; odd % 2 == 0; odd /= 2)
        twos++;
    for (int i = 0; i < 12; i++) {
        uint64_t x = power(bases[i], odd, n);
        int composite = x != 1 && x != n - 1;
        for (int k = 1; k < twos && composite; k++) {
            x = (uint64_t)((unsigned __int128)x * x % n);
            composite = x != n - 1;
        }
        if (composite)
            return 0;
    }
    return 1;
}

static void factor(uint64_t n) {
    printf("%lu =", (unsigned long)n);
    for (uint64_t d = 2; d * d <= n; d++)
        for (; n % d == 0; n /= d)
            printf(" %lu", (unsigned long)d);
    if (n > 1)
        printf(" %lu", (unsigned long)n);
    puts("");
}

int main(void) {
    enum { LIMIT = 2000 };
    unsigned char *composite = calloc(LIMIT, 1);
    int *totient = malloc(LIMIT * sizeof *totient), count = 0, wrong = 0;
    for (int i = 0; i < LIMIT; i++)
        totient[i] = i;
    for (int i = 2; i < LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i; j < LIMIT; j += i) {
            composite[j] = j != i;
            totient[j] -= totient[j] / i;
        }
    }
    for (int i = 2; i < LIMIT; i++)
        wrong += probably((uint64_t)i) == composite[i];
    printf("%d primes below %d, %d wrong\n", count, LIMIT, wrong);
    long sum = 0;
    for (int i = 1; i < LIMIT; i++)
        sum += totient[i];
    printf("totients %ld\n", sum);
    printf("%d %d %d\n", probably(18446744073709551557u), probably(18446744073709551556u), probably(3215031751u));
    factor(360360);
    factor(999999937);
    factor(1234567890);
    free(composite);
    free(totient);
    return wrong;
}
