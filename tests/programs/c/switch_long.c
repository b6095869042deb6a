// Switches on 64-bit values, unsigned and signed, with cases beyond 32 bits.
#include <stdio.h>

static int pick(unsigned long x) {
    switch (x) {
    case 0: return 1;
    case 0xffffffff: return 2;
    case 0x100000000: return 3;
    case 0x8000000000000000: return 4;
    case 0xffffffffffffffff: return 5;
    }
    return 0;
}

static int sign(long x) {
    switch (x) {
    case -9223372036854775807 - 1: return -2;
    case -4294967296: return -1;
    case 4294967296: return 1;
    default: return 0;
    }
}

int main(void) {
    unsigned long us[] = {0, 1, 0xffffffff, 0x100000000, 0x8000000000000000, 0xffffffffffffffff};
    long ss[] = {-9223372036854775807 - 1, -4294967296, 0, 4294967296};
    for (int i = 0; i < 6; i++) printf("%d ", pick(us[i]));
    for (int i = 0; i < 4; i++) printf("%d ", sign(ss[i]));
    puts("");
    return 0;
}
