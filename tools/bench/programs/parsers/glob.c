// Matches a text of N - 3 bytes with a pattern of 3 in which * stands for any text and ? for any byte.
#include "marks.h"
#ifndef N
#define N 7
#endif

static int matches(const char *pattern, const char *text) {
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*') {
            do {
                if (matches(pattern + 1, text)) return 1;
            } while (*text++);
            return 0;
        }
        if (!*text || (*pattern != '?' && *pattern != *text)) return 0;
    }
    return !*text;
}

int main(void) {
    char pattern[4], text[N - 2];
    klee_make_symbolic(pattern, 3, "pattern");
    klee_make_symbolic(text, N - 3, "text");
    pattern[3] = text[N - 3] = 0;
    return matches(pattern, text);
}
