// Arithmetic at every C integer width, with the wrap-around of unsigned types and the promotions of narrow ones.
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, format, a, b)                                                                                       \
    do {                                                                                                               \
        volatile type x = (type)(a), y = (type)(b);                                                                    \
        type sum = x + y, difference = x - y, product = x * y;                                                         \
        printf(#type " " format " " format " " format "\n", sum, difference, product);                                 \
        printf("  " format " " format " " format " " format "\n", (type)(x & y), (type)(x | y), (type)(x ^ y), (type)~x); \
    } while (0)

int main(void) {
    SHOW(uint8_t, "%u", 200, 100);
    SHOW(int8_t, "%d", -100, 27);
    SHOW(uint16_t, "%u", 60000, 600);
    SHOW(int16_t, "%d", -30000, 3);
    SHOW(uint32_t, "%u", 4000000000u, 500000000u);
    SHOW(int32_t, "%d", -2000, 1000);
    SHOW(uint64_t, "%lu", 18000000000000000000ul, 900000000000000000ul);
    SHOW(int64_t, "%ld", -3000000000l, 3l);
    _Bool yes = 5, no = 0;
    printf("%d %d %d %d\n", yes, no, yes + yes, yes & !no);
    return 0;
}
