/* Strings to integers: ato*, strto*. */
#define CHARACTER char
#define VALUE(c) digit_value(c)
#define WHITE(c) is_white(c)

#include "strto.h"

STRTO(long, strtol, read_signed, LONG_MAX)
STRTO(long long, strtoll, read_signed, LLONG_MAX)
STRTO(intmax_t, strtoimax, read_signed, INTMAX_MAX)
STRTO(long long, strtoq, read_signed, LLONG_MAX)
STRTO(unsigned long, strtoul, read_unsigned, ULONG_MAX)
STRTO(unsigned long long, strtoull, read_unsigned, ULLONG_MAX)
STRTO(uintmax_t, strtoumax, read_unsigned, UINTMAX_MAX)
STRTO(unsigned long long, strtouq, read_unsigned, ULLONG_MAX)

API int atoi(const char *s) {
    return (int)strtol(s, 0, 10);
}

API long atol(const char *s) {
    return strtol(s, 0, 10);
}

API long long atoll(const char *s) {
    return strtoll(s, 0, 10);
}
