/* Operations of this machine: reads lines "OP FORMAT SOURCE ROUNDING WIDTH A B C", writes a line with the result's bits for each. SSE and
 * x87 are the processor's; quadruple precision is the compiler's runtime and the C library, which follow the rounding mode, too. */
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 bits;
typedef __float128 quad;
quad sqrtf128(quad);
quad fmaf128(quad, quad, quad);
quad fmodf128(quad, quad);
quad remainderf128(quad, quad);
quad rintf128(quad);

static const int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

#define KEEP(type, size, value) ({ volatile type kept = (value); bits b = 0; memcpy(&b, (void *)&kept, size); b; })

#define FORMAT(type, size, suffix)                                                                                   \
    static type load_##suffix(bits n) {                                                                               \
        type x = 0;                                                                                                   \
        memcpy(&x, &n, size);                                                                                         \
        return x;                                                                                                     \
    }                                                                                                                 \
    static bits convert_##suffix(char source, bits n);                                                                \
    static bits apply_##suffix(char op, char source, int width, bits n, bits m, bits l) {                             \
        volatile type a = 0, b = 0, c = 0;                                                                            \
        if (op != 'c' && op != 'i' && op != 'u')                                                                      \
            a = load_##suffix(n), b = load_##suffix(m), c = load_##suffix(l);                                         \
        switch (op) {                                                                                                 \
        case '+': return KEEP(type, size, a + b);                                                                     \
        case '*': return KEEP(type, size, a *b);                                                                      \
        case '/': return KEEP(type, size, a / b);                                                                     \
        case 'f': return KEEP(type, size, fma##suffix(a, b, c));                                                      \
        case 's': return KEEP(type, size, sqrt##suffix(a));                                                           \
        case 'r': return KEEP(type, size, remainder##suffix(a, b));                                                   \
        case '%': return KEEP(type, size, fmod##suffix(a, b));                                                        \
        case 'n': return KEEP(type, size, rint##suffix(a));                                                           \
        case 'c': return convert_##suffix(source, n);                                                                 \
        case 'i': return width == 32 ? KEEP(type, size, (int32_t)n) : KEEP(type, size, (int64_t)n);                   \
        case 'u': return KEEP(type, size, (uint32_t)n);                                                               \
        case 'I': a = rint##suffix(a); return width == 32 ? (uint32_t)(int32_t)a : (uint64_t)(int64_t)a;              \
        default: a = rint##suffix(a); return (uint32_t)(int64_t)a;                                                    \
        }                                                                                                             \
    }

#define sqrt_ sqrt
#define fma_ fma
#define fmod_ fmod
#define remainder_ remainder
#define rint_ rint
FORMAT(float, 4, f)
FORMAT(double, 8, _)
FORMAT(long double, 10, l)
FORMAT(quad, 16, f128)

#define CONVERT(type, size, suffix)                                                                                  \
    static bits convert_##suffix(char source, bits n) {                                                               \
        switch (source) {                                                                                             \
        case 's': return KEEP(type, size, (type)load_f(n));                                                           \
        case 'd': return KEEP(type, size, (type)load__(n));                                                           \
        case 'x': return KEEP(type, size, (type)load_l(n));                                                           \
        default: return KEEP(type, size, (type)load_f128(n));                                                         \
        }                                                                                                             \
    }
CONVERT(float, 4, f)
CONVERT(double, 8, _)
CONVERT(long double, 10, l)
CONVERT(quad, 16, f128)

static bits apply(char op, char format, char source, int width, bits a, bits b, bits c) {
    switch (format) {
    case 's': return apply_f(op, source, width, a, b, c);
    case 'd': return apply__(op, source, width, a, b, c);
    case 'x': return apply_l(op, source, width, a, b, c);
    default: return apply_f128(op, source, width, a, b, c);
    }
}

int main(void) {
    char op, format, source;
    int rounding, width;
    uint64_t n[6];
    while (scanf(" %c %c %c %d %d %lx %lx %lx %lx %lx %lx", &op, &format, &source, &rounding, &width, n, n + 1, n + 2, n + 3, n + 4, n + 5) == 11) {
        fesetround(roundings[rounding]);
        bits result = apply(op, format, source, width, (bits)n[0] << 64 | n[1], (bits)n[2] << 64 | n[3], (bits)n[4] << 64 | n[5]);
        fesetround(FE_TONEAREST);
        printf("%016lx%016lx\n", (uint64_t)(result >> 64), (uint64_t)result);
    }
    return 0;
}
