/* tinyexpr, as fish has it: a text of at most 4 characters of which numbers and sums, products, quotients and powers of them are made, is evaluated. -DMOST=N for
 * other lengths, -DLETTERS for all characters of ASCII, so that functions are called too. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#ifndef MOST
#define MOST 4
#endif

struct te_error_t {
    int type, position, len;
};

/* The names are those of C++. */
double te_interp(const wchar_t *expression, struct te_error_t *error) __asm__("_Z9te_interpPKwP10te_error_t");
double read_number(const wchar_t *text, wchar_t **end) __asm__("_Z23fish_wcstod_underscoresPKwPPw");

/* What fish does for texts of ASCII: they are read as narrow ones. */
double read_number(const wchar_t *text, wchar_t **end) {
    char narrow[MOST + 1], *after;
    int length = 0;
    for (; text[length]; length++)
        narrow[length] = (char)text[length];
    narrow[length] = 0;
    double value = strtod(narrow, &after);
    *end = (wchar_t *)text + (after - narrow);
    return value;
}

int main(void) {
    char bytes[MOST];
    wchar_t text[MOST + 1] = {0};
    struct te_error_t error;
    klee_make_symbolic(bytes, sizeof bytes, "text");
    for (int i = 0; i < MOST; i++) {
#ifdef LETTERS
        klee_assume((unsigned char)bytes[i] < 128);
#else
        klee_assume(((bytes[i] >= '0') & (bytes[i] <= '9')) | ((bytes[i] >= '(') & (bytes[i] <= '/')) | (bytes[i] == 'e') | (bytes[i] == '^') | (bytes[i] == 0));
#endif
        text[i] = bytes[i];
    }
    double value = te_interp(text, &error);
    if (error.type)
        return 1;
    return value > 100 ? 2 : value < 0 ? 3 : 0;
}
