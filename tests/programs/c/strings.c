// C strings by hand: length, compare, reverse, find, split, number parsing; wide and escaped literals.
#include <stdio.h>
#include <wchar.h>

static unsigned length(const char *s) {
    const char *p = s;
    while (*p) p++;
    return (unsigned)(p - s);
}

static void reverse(char *s) {
    for (char *a = s, *b = s + length(s); a < b;) {
        char c = *a;
        *a++ = *--b;
        *b = c;
    }
}

static const char *find(const char *hay, const char *needle) {
    for (; *hay; hay++) {
        const char *h = hay, *n = needle;
        while (*n && *h == *n) h++, n++;
        if (!*n) return hay;
    }
    return 0;
}

static long number(const char *s) {
    long sign = 1, value = 0;
    if (*s == '-') sign = -1, s++;
    while (*s >= '0' && *s <= '9') value = value * 10 + (*s++ - '0');
    return sign * value;
}

int main(void) {
    char text[] = "the quick brown fox";
    char *words[8];
    int n = 0;
    for (char *p = text, *start = text;; p++)
        if (*p == ' ' || !*p) {
            char end = *p;
            *p = 0;
            words[n++] = start;
            start = p + 1;
            if (!end) break;
        }
    while (n--) reverse(words[n]), printf("%s(%u) ", words[n], length(words[n]));
    const wchar_t *wide = L"w\u00efde";
    printf("%s %d %ld %d\n", find("a needle in a haystack", "in a"), find("abc", "x") == 0, number("-90210"), (int)wide[1]);
    puts("tab\tquote\"back\\slash \x41\102");
    return 0;
}
