/* Numbers to text as before printf and after C17: ecvt and its kin, strfromd and its kin. */
#include "runtime.h"

int snprintf(char *restrict to, size_t size, const char *restrict format, ...);

/* Digits that tell a number from all others, and those that never end. */
enum { DOUBLE_DIGITS_MOST = 17, EXTENDED_DIGITS_MOST = 21, OLD_TEXT = 512 + 4932 };

/* What is left of the text of a number without its point, and the place of that. */
static void move_point(char *text, int nonzero, int *point) {
    size_t before = 0, zeros = 0;
    while (text[before] && text[before] != '.')
        before++;
    *point = (int)before;
    if (text[before] == 0)
        return;
    memmove(text + before, text + before + 1, strlen(text + before));
    if (before != 1 || text[0] != '0' || !nonzero)
        return;
    while (text[zeros] == '0')
        zeros++;
    *point = 1 - (int)zeros;
    memmove(text, text + zeros, strlen(text + zeros) + 1);
}

/* As many as there is room for. */
static void add_zeros(char *text, size_t room, int count) {
    size_t n = strlen(text);
    for (; count > 0 && n + 1 < room; count--)
        text[n++] = '0';
    text[n] = 0;
}

/* The functions of a type. A negative number of digits rounds in front of the point. Numbers are brought to one digit before the point by
 * multiplying and dividing, inexactly, as glibc does it: on i386 in registers that are wider than a double. */
#if UINTPTR_MAX == UINT64_MAX
typedef double between;
#else
typedef long double between;
#endif

#define OLD_NUMBERS(type, between, q, letter, most, least, least_power)                                                        \
    API int q##fcvt_r(type value, int digits, int *restrict point, int *restrict sign, char *restrict to, size_t room) { \
        int tens = 0;                                                                                                 \
        if (!to) {                                                                                                    \
            errno = E_INVAL;                                                                                          \
            return -1;                                                                                                \
        }                                                                                                             \
        *sign = 0;                                                                                                    \
        if (value - value == 0) {                                                                                     \
            *sign = __builtin_signbit(value) != 0;                                                                    \
            between smaller_value = *sign ? -value : value;                                                           \
            for (; digits < 0 && smaller_value >= 10; digits++, tens++)                                               \
                smaller_value *= (type)0.1;                                                                           \
            value = (type)smaller_value;                                                                              \
        } else {                                                                                                      \
            *point = 0;                                                                                               \
        }                                                                                                             \
        digits = digits < 0 ? 0 : digits > most ? most : digits;                                                      \
        if ((size_t)snprintf(to, room, "%.*" letter "f", digits, value) >= room)                                      \
            return -1;                                                                                                \
        if (value - value == 0) {                                                                                     \
            move_point(to, value != 0, point);                                                                        \
            add_zeros(to, room, tens);                                                                                \
            *point += tens;                                                                                           \
        }                                                                                                             \
        return 0;                                                                                                     \
    }                                                                                                                 \
                                                                                                                      \
    API int q##ecvt_r(type value, int digits, int *restrict point, int *restrict sign, char *restrict to, size_t room) { \
        int exponent = 0;                                                                                             \
        if (value - value == 0 && value != 0) {                                                                       \
            between scaled = value, magnitude = value < 0 ? -value : value, factor = 1;                               \
            if (magnitude < least) {                                                                                  \
                scaled /= least;                                                                                      \
                magnitude = scaled < 0 ? -scaled : scaled;                                                            \
                exponent += least_power;                                                                              \
            }                                                                                                         \
            if (magnitude < 1) {                                                                                      \
                do {                                                                                                  \
                    factor *= 10;                                                                                     \
                    exponent--;                                                                                       \
                } while (magnitude * factor < 1);                                                                     \
                scaled *= factor;                                                                                     \
            } else if (magnitude >= 10) {                                                                             \
                do {                                                                                                  \
                    factor *= 10;                                                                                     \
                    exponent++;                                                                                       \
                } while (magnitude >= factor * 10);                                                                   \
                scaled /= factor;                                                                                     \
            }                                                                                                         \
            value = (type)scaled;                                                                                     \
        }                                                                                                             \
        if (digits <= 0 && room > 0) {                                                                                \
            to[0] = 0;                                                                                                \
            *point = 1;                                                                                               \
            *sign = value - value == 0 ? __builtin_signbit(value) != 0 : 0;                                           \
        } else if (q##fcvt_r(value, (digits > most ? most : digits) - 1, point, sign, to, room)) {                    \
            return -1;                                                                                                \
        }                                                                                                             \
        *point += exponent;                                                                                           \
        return 0;                                                                                                     \
    }                                                                                                                 \
                                                                                                                      \
    API char *q##fcvt(type value, int digits, int *restrict point, int *restrict sign) {                              \
        static char text[OLD_TEXT];                                                                                   \
        q##fcvt_r(value, digits, point, sign, text, sizeof text);                                                     \
        return text;                                                                                                  \
    }                                                                                                                 \
                                                                                                                      \
    API char *q##ecvt(type value, int digits, int *restrict point, int *restrict sign) {                              \
        static char text[OLD_TEXT];                                                                                   \
        q##ecvt_r(value, digits, point, sign, text, sizeof text);                                                     \
        return text;                                                                                                  \
    }                                                                                                                 \
                                                                                                                      \
    API char *q##gcvt(type value, int digits, char *to) {                                                             \
        snprintf(to, OLD_TEXT, "%.*" letter "g", digits > most ? most : digits, value);                               \
        return to;                                                                                                    \
    }

OLD_NUMBERS(double, between, , "", DOUBLE_DIGITS_MOST, 1e-307, -307)
OLD_NUMBERS(long double, long double, q, "L", EXTENDED_DIGITS_MOST, 1e-4931L, -4931)

/* A format of one conversion: %, a precision, a letter. */
static void check_real_format(const char *format) {
    const char *s = format;
    int is_right = *s++ == '%';
    if (is_right && *s == '.')
        for (s++; *s >= '0' && *s <= '9'; s++) {
        }
    if (!is_right || !*s || !strchr("aAeEfFgG", *s) || s[1])
        __braid_unsupported("strfromd with a format that is not one of its own");
}

static int print_real(char *to, size_t size, const char *format, double value) {
    check_real_format(format);
    return snprintf(to, size, format, value);
}

static int print_extended(char *to, size_t size, const char *format, long double value) {
    char longer[32] = "";
    check_real_format(format);
    size_t n = strlen(format);
    if (n + 2 > sizeof longer)
        __braid_unsupported("strfroml with a very long format");
    memcpy(longer, format, n - 1);
    longer[n - 1] = 'L';
    longer[n] = format[n - 1];
    return snprintf(to, size, longer, value);
}

#define STRFROM(suffix, type, print)                                                                                  \
    API int strfrom##suffix(char *restrict to, size_t size, const char *restrict format, type value) {                \
        return print(to, size, format, value);                                                                        \
    }

STRFROM(d, double, print_real)
STRFROM(f, float, print_real)
STRFROM(l, long double, print_extended)
STRFROM(f32, float, print_real)
STRFROM(f64, double, print_real)
STRFROM(f32x, double, print_real)
STRFROM(f64x, long double, print_extended)

/* strtod and its kin under the names of the types of C23, and for an explicit locale. */
double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);

#define STRTO_AS(type, name, known)                                                                                   \
    API type name(const char *restrict s, char **restrict end) { return known(s, end); }                              \
    API type name##_l(const char *restrict s, char **restrict end, void *locale) { return known(s, end); }

STRTO_AS(float, strtof32, strtof)
STRTO_AS(double, strtof64, strtod)
STRTO_AS(double, strtof32x, strtod)
STRTO_AS(long double, strtof64x, strtold)

API double __strtod_internal(const char *restrict s, char **restrict end, int group) {
    return strtod(s, end);
}

API float __strtof_internal(const char *restrict s, char **restrict end, int group) {
    return strtof(s, end);
}

API long double __strtold_internal(const char *restrict s, char **restrict end, int group) {
    return strtold(s, end);
}
