// Numbers of many digits in arrays: factorial, Fibonacci, power, with carries through 64-bit products.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct big { uint32_t digit[40]; int n; };

static void multiply(struct big *b, uint32_t by) {
    uint64_t carry = 0;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->digit[i] * by;
        b->digit[i] = (uint32_t)(carry % 1000000000);
        carry /= 1000000000;
    }
    if (carry) b->digit[b->n++] = (uint32_t)carry;
}

static void add(struct big *a, const struct big *b) {
    uint32_t carry = 0;
    for (int i = 0; i < b->n || i < a->n || carry; i++) {
        uint32_t d = carry + (i < a->n ? a->digit[i] : 0) + (i < b->n ? b->digit[i] : 0);
        a->digit[i] = d % 1000000000;
        carry = d / 1000000000;
        if (i >= a->n) a->n = i + 1;
    }
}

static void print(const struct big *b) {
    printf("%u", b->digit[b->n - 1]);
    for (int i = b->n - 2; i >= 0; i--) printf("%09u", b->digit[i]);
    puts("");
}

int main(void) {
    struct big f = {{1}, 1}, a = {{0}, 1}, b = {{1}, 1};
    for (uint32_t i = 2; i <= 60; i++) multiply(&f, i);
    print(&f);
    for (int i = 0; i < 150; i++) {
        struct big next = a;
        add(&next, &b);
        a = b;
        b = next;
    }
    print(&a);
    return 0;
}
