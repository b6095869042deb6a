// Bit-fields of odd widths, signed and unsigned, packed next to each other and across storage units.
#include <stdio.h>

struct flags {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 24;
    unsigned long d : 55;
    signed long e : 9;
    unsigned f : 1;
};

struct __attribute__((packed)) tight {
    unsigned x : 7;
    unsigned y : 13;
    unsigned z : 20;
    char tail;
};

int main(void) {
    struct flags v = {0};
    struct tight t = {0};
    for (int i = 0; i < 40; i += 3) {
        v.a += 3;
        v.b -= 7;
        v.c = v.c * 77 + (unsigned)i;
        v.d = v.d * 1000003 + 12345;
        v.e += 31;
        v.f ^= 1;
        t.x += 50;
        t.y = t.x * 100;
        t.z ^= (unsigned)v.d;
        t.tail = (char)('a' + i % 26);
        printf("%u %d %u %lu %ld %u | %u %u %u %c\n", v.a, v.b, v.c, (unsigned long)v.d, (long)v.e, v.f, t.x, t.y, t.z,
               t.tail);
    }
    return (int)sizeof(struct tight);
}
