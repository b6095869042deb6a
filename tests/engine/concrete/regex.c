// A backtracking matcher with classes, groups of characters, anchors and repetitions.
#include <stdio.h>
#include <string.h>

static int matches_one(const char *re, int length, char c) {
    if (!c)
        return 0;
    switch (re[0]) {
    case '.': return 1;
    case '\\':
        switch (re[1]) {
        case 'd': return c >= '0' && c <= '9';
        case 'w': return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        default: return c == re[1];
        }
    case '[': {
        int negated = re[1] == '^', hit = 0;
        for (int i = 1 + negated; i < length - 1; i++) {
            if (re[i + 1] == '-' && i + 2 < length - 1) {
                hit |= c >= re[i] && c <= re[i + 2];
                i += 2;
            } else
                hit |= c == re[i];
        }
        return hit != negated;
    }
    default: return c == re[0];
    }
}

static int unit(const char *re) {
    if (re[0] == '\\')
        return 2;
    if (re[0] == '[')
        return (int)(strchr(re + 2, ']') - re) + 1;
    return 1;
}

static const char *match_here(const char *re, const char *text) {
    if (!*re)
        return text;
    if (re[0] == '$' && !re[1])
        return *text ? NULL : text;
    int n = unit(re);
    char repeat = re[n];
    if (repeat == '*' || repeat == '+' || repeat == '?') {
        int least = repeat == '+', most = repeat == '?' ? 1 : 1000, count = 0;
        while (count < most && matches_one(re, n, text[count]))
            count++;
        for (; count >= least; count--) {
            const char *end = match_here(re + n + 1, text + count);
            if (end)
                return end;
        }
        return NULL;
    }
    return matches_one(re, n, *text) ? match_here(re + n, text + 1) : NULL;
}

static void search(const char *re, const char *text) {
    const char *start = text, *end = NULL;
    if (*re == '^')
        end = match_here(re + 1, text);
    else
        for (; !(end = match_here(re, start)) && *start; start++)
            ;
    if (end)
        printf("%-16s %-24s %d..%d\n", re, text, (int)(start - text), (int)(end - text));
    else
        printf("%-16s %-24s no\n", re, text);
}

int main(void) {
    search("abc", "xxabcxx");
    search("^abc", "xxabcxx");
    search("a.*z", "say abcz and z!");
    search("\\d+", "room 101b");
    search("[a-f]+[0-9]?$", "dead beef42");
    search("[^a-z ]", "only lower case");
    search("colou?r", "the color purple");
    search("x*$", "no x at the end");
    search("^\\w+ \\w+$", "two words");
    search("^\\w+ \\w+$", "three little words");
    search("(a*)*b", "aaaaaaaaaaaaaaaac");
    search("a*a*a*a*b", "aaaaaaaaaaaaaaaac");
    search("\\.c$", "regex.c");
    return 0;
}
