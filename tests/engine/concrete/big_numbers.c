// Big numbers in base 10^9: factorials, powers, Fibonacci numbers, division by small ones.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE 1000000000u
#define LIMBS 40

typedef struct {
    uint32_t limb[LIMBS];
    int used;
} big;

static big from(uint32_t x) {
    big b = {{0}, 0};
    for (; x; x /= BASE)
        b.limb[b.used++] = x % BASE;
    return b;
}

static big add(const big *a, const big *b) {
    big sum = {{0}, 0};
    uint32_t carry = 0;
    for (int i = 0; i < a->used || i < b->used || carry; i++) {
        uint32_t x = (i < a->used ? a->limb[i] : 0) + (i < b->used ? b->limb[i] : 0) + carry;
        carry = x >= BASE;
        sum.limb[sum.used++] = carry ? x - BASE : x;
    }
    return sum;
}

static void times(big *a, uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < a->used || carry; i++) {
        uint64_t x = (i < a->used ? (uint64_t)a->limb[i] : 0) * factor + carry;
        a->limb[i] = (uint32_t)(x % BASE);
        carry = x / BASE;
        if (i >= a->used)
            a->used = i + 1;
    }
}

static big multiply(const big *a, const big *b) {
    big product = {{0}, 0};
    for (int i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->used || carry; j++) {
            uint64_t x = product.limb[i + j] + carry + (j < b->used ? (uint64_t)a->limb[i] * b->limb[j] : 0);
            product.limb[i + j] = (uint32_t)(x % BASE);
            carry = x / BASE;
            if (i + j >= product.used)
                product.used = i + j + 1;
        }
    }
    return product;
}

static uint32_t divide(big *a, uint32_t divisor) {
    uint64_t rest = 0;
    for (int i = a->used; i-- > 0;) {
        uint64_t x = rest * BASE + a->limb[i];
        a->limb[i] = (uint32_t)(x / divisor);
        rest = x % divisor;
    }
    while (a->used && !a->limb[a->used - 1])
        a->used--;
    return (uint32_t)rest;
}

static void show(const char *name, const big *a) {
    printf("%s = %u", name, a->used ? a->limb[a->used - 1] : 0);
    for (int i = a->used - 1; i-- > 0;)
        printf("%09u", a->limb[i]);
    puts("");
}

int main(void) {
    big factorial = from(1);
    for (uint32_t i = 2; i <= 60; i++)
        times(&factorial, i);
    show("60!", &factorial);
    big a = from(0), b = from(1);
    for (int i = 0; i < 300; i++) {
        big c = add(&a, &b);
        a = b;
        b = c;
    }
    show("fib(300)", &a);
    big power = from(3);
    for (int i = 0; i < 7; i++)
        power = multiply(&power, &power);
    show("3^128", &power);
    int digits = 0;
    unsigned sum = 0;
    for (big rest = factorial; rest.used; digits++)
        sum += divide(&rest, 10);
    printf("%d digits, sum %u\n", digits, sum);
    return 0;
}
