/* Patterns of file names: fnmatch. A star that fits too little is tried again one character further, the last star first, so that no input is
 * exponential. Characters are bytes. */
#include "runtime.h"

enum {
    NO_SLASH = 1,
    NO_ESCAPE = 2,
    LEADING_DOT = 4,
    LEADING_PART = 8,
    FOLD_CASE = 16,
    EXTENDED = 32,
    NO_MATCH = 1
};

int tolower(int c);
int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int), ispunct(int),
    isspace(int), isupper(int), isxdigit(int);

/* The classes of [:name:]. */
static const struct {
    char name[8];
    int (*is)(int);
} name_classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl}, {"digit", isdigit}, {"graph", isgraph},
                    {"lower", islower}, {"print", isprint}, {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};

static int fold(int c, int flags) {
    return flags & FOLD_CASE ? tolower(c) : c;
}

/* Whether `c` is in the class whose name begins at `p`; `*end` is behind its ":]". Null for `*end` if there is no such class. */
static int in_class(const char *p, int c, const char **end) {
    *end = 0;
    for (size_t i = 0; i < sizeof name_classes / sizeof *name_classes; i++) {
        size_t n = strlen(name_classes[i].name);
        if (strncmp(p, name_classes[i].name, n) == 0 && p[n] == ':' && p[n + 1] == ']') {
            *end = p + n + 2;
            return name_classes[i].is(c) != 0;
        }
    }
    return 0;
}

/* Whether a collating symbol begins here that is no single character, or has no end: nothing matches it. */
static int is_no_symbol(const char *p) {
    return p[0] == '[' && p[1] == '.' && !(p[2] && p[3] == '.' && p[4] == ']');
}

/* One end of a range: a character, escaped or not, or [.c.] and [=c=]. */
static const char *read_end(const char *p, int *c, int flags) {
    if (*p == '\\' && !(flags & NO_ESCAPE) && p[1])
        p++;
    else if (*p == '[' && (p[1] == '.' || p[1] == '=') && p[2] && p[3] == p[1] && p[4] == ']') {
        *c = (unsigned char)p[2];
        return p + 5;
    }
    *c = (unsigned char)*p;
    return p + 1;
}

/* Whether `c` is in the brackets that begin at `p`. Returns what is behind them, or null if they do not end. */
static const char *match_brackets(const char *p, int c, int flags, int *fits) {
    int inverted = *p == '!' || *p == '^', found = 0, first = 1;
    p += inverted;
    for (; *p != ']' || first; first = 0) {
        const char *end;
        int low, high;
        if (!*p)
            return 0;
        if (is_no_symbol(p)) {
            *fits = 0;
            return p;
        }
        if (p[0] == '[' && p[1] == ':') {
            found |= in_class(p + 2, c, &end);
            if (end) {
                p = end;
                continue;
            }
        }
        p = read_end(p, &low, flags);
        high = low;
        if (*p == '-' && p[1] && p[1] != ']')
            p = read_end(p + 1, &high, flags);
        low = fold(low, flags);
        high = fold(high, flags);
        int folded = fold(c, flags);
        found |= (folded >= low) & (folded <= high);
    }
    *fits = found != inverted;
    return p + 1;
}

/* Whether a dot here must be written as one. */
static int is_leading_dot(const char *s, const char *start, int flags) {
    return *s == '.' && flags & LEADING_DOT && (s == start || (flags & NO_SLASH && s[-1] == '/'));
}

/* Matches one element of the pattern that is no star with the character at `s`; returns the rest of the pattern, or null. */
static const char *match_one(const char *p, const char *s, const char *start, int flags) {
    int c = (unsigned char)*s, fits;
    if (c == 0)
        return 0;
    int special = (c == '/' && flags & NO_SLASH) || is_leading_dot(s, start, flags);
    if (*p == '?')
        return special ? 0 : p + 1;
    if (*p == '[') {
        const char *end = match_brackets(p + 1, c, flags, &fits);
        if (end)
            return special || !fits ? 0 : end;
    }
    if (*p == '\\' && !(flags & NO_ESCAPE)) {
        p++;
        if (!*p)
            return 0;
    }
    return *p && fold((unsigned char)*p, flags) == fold(c, flags) ? p + 1 : 0;
}

static int is_extended(const char *p) {
    return p[1] == '(' && (*p == '?' || *p == '*' || *p == '+' || *p == '@' || *p == '!');
}

API int fnmatch(const char *pattern, const char *text, int flags) {
    const char *p = pattern, *s = text, *star = 0, *from = 0;
    for (;;) {
        if (flags & EXTENDED && *p && is_extended(p))
            __braid_unsupported("fnmatch with extended patterns");
        if (*p == '*' && !is_leading_dot(s, text, flags)) {
            star = ++p;
            from = s;
            continue;
        }
        if (!*p && (!*s || (flags & LEADING_PART && *s == '/')))
            return 0;
        const char *next = *p && *p != '*' ? match_one(p, s, text, flags) : 0;
        if (next) {
            p = next;
            s++;
            continue;
        }
        if (!star || !*from || (*from == '/' && flags & NO_SLASH))
            return NO_MATCH;
        p = star;
        s = ++from;
    }
}
