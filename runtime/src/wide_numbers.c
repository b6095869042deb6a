/* Wide strings to numbers: wcsto*. Integers are read as strtol reads them; reals are copied as bytes, as far as one may reach, and given to strtod. */
#include "wide_stream.h"

#define CHARACTER wchar_t
#define VALUE(c) ((unsigned)(c) < 128 ? digit_value((char)(c)) : 99)
#define WHITE(c) iswspace((wide_int)(c))

int iswspace(wide_int c);

#include "strto.h"

STRTO(long, wcstol, read_signed, LONG_MAX)
STRTO(long long, wcstoll, read_signed, LLONG_MAX)
STRTO(intmax_t, wcstoimax, read_signed, INTMAX_MAX)
STRTO(long long, wcstoq, read_signed, LLONG_MAX)
STRTO(unsigned long, wcstoul, read_unsigned, ULONG_MAX)
STRTO(unsigned long long, wcstoull, read_unsigned, ULLONG_MAX)
STRTO(uintmax_t, wcstoumax, read_unsigned, UINTMAX_MAX)
STRTO(unsigned long long, wcstouq, read_unsigned, ULLONG_MAX)

double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);

/* Whether a character may be part of a real number, with NAN(...) and its like. */
static int is_of_real(wchar_t c) {
    return (VALUE(c) < 36) | (c == '+') | (c == '-') | (c == '.') | (c == '(') | (c == ')') | (c == '_');
}

/* The bytes of a number, in memory that is the caller's. */
static char *real_in_bytes(const wchar_t *s) {
    size_t n = 0;
    while (is_of_real(s[n]))
        n++;
    char *bytes = __braid_alloc(n + 1, 16, 0);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (char)s[i];
    bytes[n] = 0;
    return bytes;
}

#define WCSTO_REAL(type, name, strto)                                                                                 \
    API type name(const wchar_t *restrict s, wchar_t **restrict end) {                                                \
        const wchar_t *start = s;                                                                                     \
        char *behind;                                                                                                 \
        while (WHITE(*start))                                                                                         \
            start++;                                                                                                  \
        char *bytes = real_in_bytes(start);                                                                           \
        type n = strto(bytes, &behind);                                                                               \
        if (end)                                                                                                      \
            *end = (wchar_t *)(behind == bytes ? s : start + (behind - bytes));                                       \
        __braid_free(bytes);                                                                                          \
        return n;                                                                                                     \
    }                                                                                                                 \
    API type __##name##_internal(const wchar_t *restrict s, wchar_t **restrict end, int group) {                      \
        return name(s, end);                                                                                          \
    }

WCSTO_REAL(float, wcstof, strtof)
WCSTO_REAL(double, wcstod, strtod)
WCSTO_REAL(long double, wcstold, strtold)

/* The types of C23 that are those of C, and each for an explicit locale: numbers look the same in all. */
#define REAL_AS(type, name, known)                                                                                    \
    API type name(const wchar_t *restrict s, wchar_t **restrict end) { return known(s, end); }
#define REAL_OF_LOCALE(type, name)                                                                                    \
    API type name##_l(const wchar_t *restrict s, wchar_t **restrict end, void *locale) { return name(s, end); }       \
    API type __##name##_l(const wchar_t *restrict s, wchar_t **restrict end, void *locale) { return name(s, end); }
#define INTEGER_OF_LOCALE(type, name)                                                                                 \
    API type name##_l(const wchar_t *restrict s, wchar_t **restrict end, int base, void *locale) {                    \
        return name(s, end, base);                                                                                    \
    }                                                                                                                 \
    API type __##name##_l(const wchar_t *restrict s, wchar_t **restrict end, int base, void *locale) {                \
        return name(s, end, base);                                                                                    \
    }                                                                                                                 \
    API type __isoc23_##name##_l(const wchar_t *restrict s, wchar_t **restrict end, int base, void *locale) {         \
        return __isoc23_##name(s, end, base);                                                                         \
    }

REAL_AS(float, wcstof32, wcstof)
REAL_AS(double, wcstof64, wcstod)
REAL_AS(double, wcstof32x, wcstod)
REAL_AS(long double, wcstof64x, wcstold)
REAL_OF_LOCALE(float, wcstof)
REAL_OF_LOCALE(double, wcstod)
REAL_OF_LOCALE(long double, wcstold)
REAL_OF_LOCALE(float, wcstof32)
REAL_OF_LOCALE(double, wcstof64)
REAL_OF_LOCALE(double, wcstof32x)
REAL_OF_LOCALE(long double, wcstof64x)
INTEGER_OF_LOCALE(long, wcstol)
INTEGER_OF_LOCALE(long long, wcstoll)
INTEGER_OF_LOCALE(unsigned long, wcstoul)
INTEGER_OF_LOCALE(unsigned long long, wcstoull)
