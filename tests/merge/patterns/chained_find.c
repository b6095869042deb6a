// A byte is looked for behind another that was found before: the second loop begins at a place that depends on the first one's
// number of rounds, and has patterns of its own.
// run: --merge=pattern --no-pattern-cost
// patterns: 4 -- two in each search: the byte is found, or a zero is
// states: 4 -- of the first search a zero and the terminator; of the second found and not found
// verdict: proved
#include <assert.h>
#include <braid.h>

__attribute__((noinline)) static const char *find(const char *s, char c) {
    while (*s != c) {
        if (*s == 0) {
            return 0;
        }
        s++;
    }
    return s;
}

int main(void) {
    char s[6];
    braid_symbolic(s, 5, "s");
    s[5] = 0;
    const char *colon = find(s, ':');
    if (!colon) {
        return 0;
    }
    const char *at = find(colon + 1, '@');
    if (!at) {
        return 1;
    }
    assert(*colon == ':' && *at == '@' && at > colon);
    return 2;
}
