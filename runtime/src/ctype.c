/* Classes of characters, in the C locale.
 *
 * As functions they compare with bounds, which a solver likes; as glibc's tables, because its headers turn isalpha(c)
 * into a read of a table. Both give glibc's bits, so that a program that prints the result prints the same. */
#include "runtime.h"

enum {
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    XDIGIT = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    BLANK = 0x1,
    CNTRL = 0x2,
    PUNCT = 0x4,
    ALNUM = 0x8
};

#define WITHIN(c, low, high) ((unsigned)(c) - (unsigned)(low) <= (unsigned)(high) - (unsigned)(low))
#define IS_UPPER(c) WITHIN(c, 'A', 'Z')
#define IS_LOWER(c) WITHIN(c, 'a', 'z')
#define IS_ALPHA(c) WITHIN((unsigned)(c) | 32, 'a', 'z')
#define IS_DIGIT(c) WITHIN(c, '0', '9')
#define IS_XDIGIT(c) (IS_DIGIT(c) | WITHIN((unsigned)(c) | 32, 'a', 'f'))
#define IS_SPACE(c) (((c) == ' ') | WITHIN(c, '\t', '\r'))
#define IS_PRINT(c) WITHIN(c, ' ', '~')
#define IS_GRAPH(c) WITHIN(c, '!', '~')
#define IS_BLANK(c) (((c) == ' ') | ((c) == '\t'))
#define IS_CNTRL(c) (WITHIN(c, 0, 31) | ((c) == 127))
#define IS_ALNUM(c) (IS_ALPHA(c) | IS_DIGIT(c))
#define IS_PUNCT(c) (IS_GRAPH(c) & !IS_ALNUM(c))

/* Each class: its function, the same for an explicit locale, its test, its bit. */
#define CLASS(name, TEST, BIT)                                                                                        \
    API int name(int c) { return TEST(c) * BIT; }                                                                     \
    API int name##_l(int c, void *locale) { return TEST(c) * BIT; }

CLASS(isupper, IS_UPPER, UPPER)
CLASS(islower, IS_LOWER, LOWER)
CLASS(isalpha, IS_ALPHA, ALPHA)
CLASS(isdigit, IS_DIGIT, DIGIT)
CLASS(isxdigit, IS_XDIGIT, XDIGIT)
CLASS(isspace, IS_SPACE, SPACE)
CLASS(isprint, IS_PRINT, PRINT)
CLASS(isgraph, IS_GRAPH, GRAPH)
CLASS(isblank, IS_BLANK, BLANK)
CLASS(iscntrl, IS_CNTRL, CNTRL)
CLASS(ispunct, IS_PUNCT, PUNCT)
CLASS(isalnum, IS_ALNUM, ALNUM)

API int isascii(int c) {
    return (c & ~127) == 0;
}

API int toascii(int c) {
    return c & 127;
}

API int tolower(int c) {
    return c + IS_UPPER(c) * 32;
}

API int toupper(int c) {
    return c - IS_LOWER(c) * 32;
}

API int tolower_l(int c, void *locale) {
    return tolower(c);
}

API int toupper_l(int c, void *locale) {
    return toupper(c);
}

#define BITS(c)                                                                                                       \
    IS_UPPER(c) * UPPER | IS_LOWER(c) * LOWER | IS_ALPHA(c) * ALPHA | IS_DIGIT(c) * DIGIT | IS_XDIGIT(c) * XDIGIT |    \
        IS_SPACE(c) * SPACE | IS_PRINT(c) * PRINT | IS_GRAPH(c) * GRAPH | IS_BLANK(c) * BLANK | IS_CNTRL(c) * CNTRL |  \
        IS_PUNCT(c) * PUNCT | IS_ALNUM(c) * ALNUM
#define LOWERED(c) (c) + IS_UPPER(c) * 32
#define RAISED(c) (c) - IS_LOWER(c) * 32

/* The tables hold a negative char as the character it is, and end of file as itself. */
#define NEGATIVE(c) ((c) == -1 ? -1 : (c) + 256)

#define TIMES_8(F, c) F((c)), F((c) + 1), F((c) + 2), F((c) + 3), F((c) + 4), F((c) + 5), F((c) + 6), F((c) + 7)
#define TIMES_32(F, c) TIMES_8(F, (c)), TIMES_8(F, (c) + 8), TIMES_8(F, (c) + 16), TIMES_8(F, (c) + 24)
#define TIMES_128(F, c) TIMES_32(F, (c)), TIMES_32(F, (c) + 32), TIMES_32(F, (c) + 64), TIMES_32(F, (c) + 96)

/* The tables begin at index -128, so that a char may be negative. */
enum { FIRST = 128 };
/* Also C++'s table of the classic locale. */
API const unsigned short __braid_class_table[384] = {[FIRST] = TIMES_128(BITS, 0)};
static const int lower_table[384] = {TIMES_128(NEGATIVE, -128), TIMES_128(LOWERED, 0), TIMES_128(LOWERED, 128)};
static const int upper_table[384] = {TIMES_128(NEGATIVE, -128), TIMES_128(RAISED, 0), TIMES_128(RAISED, 128)};

API const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *at = __braid_class_table + FIRST;
    return &at;
}

API const int **__ctype_tolower_loc(void) {
    static const int *at = lower_table + FIRST;
    return &at;
}

API const int **__ctype_toupper_loc(void) {
    static const int *at = upper_table + FIRST;
    return &at;
}

API size_t __ctype_get_mb_cur_max(void) {
    return 1;
}
