// decode-only: inline assembly
// Inline assembly with outputs, inputs, clobbers, tied operands, memory operands.
#include <stdio.h>

static unsigned add(unsigned a, unsigned b) {
    unsigned r;
    __asm__("lea (%1,%2), %0" : "=r"(r) : "r"((unsigned long)a), "r"((unsigned long)b));
    return r;
}

static unsigned long cycles(void) {
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)::"memory");
    return (unsigned long)high << 32 | low;
}

static int increment(int *p) {
    char carry;
    __asm__ volatile("lock incl %0; setc %1" : "+m"(*p), "=q"(carry)::"cc");
    return carry;
}

int main(void) {
    int x = 5;
    printf("%u %d %d %d\n", add(2, 3), increment(&x), x, cycles() > 0);
    return 0;
}
