// Unions: type punning of floats and integers, tagged variants, overlapping structs.
#include <stdint.h>
#include <stdio.h>

union number { float f; uint32_t u; uint8_t bytes[4]; };
union wide { double d; uint64_t u; struct { uint32_t low, high; } halves; };

struct value {
    enum { INT, REAL, TEXT } tag;
    union { long i; double d; const char *s; };
};

static void print(struct value v) {
    switch (v.tag) {
    case INT: printf("%ld ", v.i); break;
    case REAL: printf("%g ", v.d); break;
    case TEXT: printf("%s ", v.s); break;
    }
}

int main(void) {
    union number n = {.f = 1.5f};
    union wide w = {.d = -2.25};
    printf("%x %d %lx %x %x\n", n.u, n.bytes[3], w.u, w.halves.low, w.halves.high);
    n.bytes[2] ^= 0x40;
    w.halves.high ^= 0x80000000;
    printf("%g %g\n", (double)n.f, w.d);
    struct value vs[] = {{INT, .i = 42}, {REAL, .d = 2.5}, {TEXT, .s = "text"}};
    for (int i = 0; i < 3; i++) print(vs[i]);
    puts("");
    return 0;
}
