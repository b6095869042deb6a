/* Functions on strings and numbers for an explicit locale, and glibc's inner names of them: all locales have the same order and the same numbers. */
#include "runtime.h"

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *restrict to, const char *restrict from, size_t n);
double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);
long strtol(const char *restrict s, char **restrict end, int base);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);
long long strtoll(const char *restrict s, char **restrict end, int base);
unsigned long long strtoull(const char *restrict s, char **restrict end, int base);
long __isoc23_strtol(const char *restrict s, char **restrict end, int base);
unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base);
long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base);
unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base);

#define OUTER_AND_INNER(type, name, parameters, call)                                                                 \
    API type name##_l parameters { return call; }                                                                     \
    API type __##name##_l parameters { return call; }
#define INNER_OF(type, name, parameters, call)                                                                        \
    API type __##name##_l parameters { return call; }
#define C23_OF(type, name)                                                                                            \
    API type __isoc23_##name##_l(const char *restrict s, char **restrict end, int base, void *locale) {               \
        return __isoc23_##name(s, end, base);                                                                         \
    }

OUTER_AND_INNER(int, strcasecmp, (const char *a, const char *b, void *locale), strcasecmp(a, b))
OUTER_AND_INNER(int, strncasecmp, (const char *a, const char *b, size_t n, void *locale), strncasecmp(a, b, n))
OUTER_AND_INNER(int, strcoll, (const char *a, const char *b, void *locale), strcoll(a, b))
OUTER_AND_INNER(size_t, strxfrm, (char *restrict to, const char *restrict from, size_t n, void *locale), strxfrm(to, from, n))
INNER_OF(double, strtod, (const char *restrict s, char **restrict end, void *locale), strtod(s, end))
INNER_OF(float, strtof, (const char *restrict s, char **restrict end, void *locale), strtof(s, end))
INNER_OF(long double, strtold, (const char *restrict s, char **restrict end, void *locale), strtold(s, end))
INNER_OF(long, strtol, (const char *restrict s, char **restrict end, int base, void *locale), strtol(s, end, base))
INNER_OF(unsigned long, strtoul, (const char *restrict s, char **restrict end, int base, void *locale), strtoul(s, end, base))
INNER_OF(long long, strtoll, (const char *restrict s, char **restrict end, int base, void *locale), strtoll(s, end, base))
INNER_OF(unsigned long long, strtoull, (const char *restrict s, char **restrict end, int base, void *locale), strtoull(s, end, base))
C23_OF(long, strtol)
C23_OF(unsigned long, strtoul)
C23_OF(long long, strtoll)
C23_OF(unsigned long long, strtoull)
