/* Binary floating-point formats: between the bits of a number, and mantissa and exponent. */
#include "runtime.h"

/* A format. Numbers are mantissa * 2^exponent; the bounds are those of frexp. */
struct format {
    /* Bits of the mantissa, the leading one included. */
    int precision;
    /* The exponents of the smallest normal number and of the largest number, as numbers 0.1... * 2^e. */
    int least, most;
};

static const struct format single_format = {24, -125, 128};
static const struct format double_format = {53, -1021, 1024};
static const struct format extended_format = {64, -16381, 16384};

/* A number in pieces. */
enum class { FINITE, INFINITE, NOT_A_NUMBER };
struct binary {
    enum class class;
    int negative;
    uint64_t mantissa;
    int exponent;
};

INLINE struct binary binary_decode(uint64_t fraction, int biased, int negative, int leading, const struct format *format) {
    int largest = format->most - format->least + 2;
    struct binary b = {FINITE, negative, fraction, format->least - format->precision};
    if (biased == largest) {
        b.class = fraction ? NOT_A_NUMBER : INFINITE;
    } else if (biased > 0) {
        b.mantissa |= (uint64_t)leading << (format->precision - 1);
        b.exponent += biased - 1;
    }
    return b;
}

/* A symbolic number is made concrete by the engine's own rule for floating point, which counts and names it. */
static struct binary binary_from_double(double value) {
    union {
        double value;
        uint64_t bits;
    } u = {value};
    u.bits = __braid_concrete(u.bits);
    uint64_t fraction = u.bits & (((uint64_t)1 << 52) - 1);
    return binary_decode(fraction, (int)(u.bits >> 52 & 0x7ff), (int)(u.bits >> 63), 1, &double_format);
}

union extended {
    long double value;
    struct {
        uint64_t mantissa;
        uint16_t sign_exponent;
    } bits;
};

/* The leading bit of this format is stored. */
static struct binary binary_from_extended(long double value) {
    union extended u = {value};
    u.bits.mantissa = __braid_concrete(u.bits.mantissa);
    u.bits.sign_exponent = (uint16_t)__braid_concrete(u.bits.sign_exponent);
    int biased = u.bits.sign_exponent & 0x7fff;
    uint64_t mantissa = biased == 0x7fff ? u.bits.mantissa << 1 : u.bits.mantissa;
    return binary_decode(mantissa, biased, u.bits.sign_exponent >> 15, 0, &extended_format);
}

/* The field of the exponent and the mantissa, whose leading bit is that of a normal number, as the formats store them. */
struct encoded {
    uint64_t mantissa;
    unsigned biased;
};

static struct encoded binary_encode(const struct binary *b, const struct format *format) {
    unsigned largest = (unsigned)(format->most - format->least + 2);
    uint64_t leading = (uint64_t)1 << (format->precision - 1);
    if (b->class == INFINITE)
        return (struct encoded){leading, largest};
    if (b->class == NOT_A_NUMBER)
        return (struct encoded){leading | leading >> 1, largest};
    if (b->mantissa < leading)
        return (struct encoded){b->mantissa, 0};
    return (struct encoded){b->mantissa, (unsigned)(b->exponent - (format->least - format->precision)) + 1};
}

static float binary_to_single(const struct binary *b) {
    struct encoded e = binary_encode(b, &single_format);
    union {
        uint32_t bits;
        float value;
    } u = {(uint32_t)b->negative << 31 | e.biased << 23 | ((uint32_t)e.mantissa & 0x7fffff)};
    return u.value;
}

static double binary_to_double(const struct binary *b) {
    struct encoded e = binary_encode(b, &double_format);
    uint64_t fraction = e.mantissa & (((uint64_t)1 << 52) - 1);
    union {
        uint64_t bits;
        double value;
    } u = {(uint64_t)b->negative << 63 | (uint64_t)e.biased << 52 | fraction};
    return u.value;
}

static long double binary_to_extended(const struct binary *b) {
    struct encoded e = binary_encode(b, &extended_format);
    union extended u = {0};
    u.bits.mantissa = e.mantissa;
    u.bits.sign_exponent = (uint16_t)((unsigned)b->negative << 15 | e.biased);
    return u.value;
}
