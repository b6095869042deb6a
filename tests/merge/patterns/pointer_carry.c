// A pointer in memory whose low byte overflows on the way stays one word, and is followed afterwards.
// run: --merge=pattern --no-pattern-cost
// groups: 1 7 -- the terminator, alone; another byte after 0 to 6 times 'z'
// patterns: 1 -- that of the other byte
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    static char buffer[512];
    char s[8];
    char *cursor;
    char **volatile hidden = &cursor;
    braid_symbolic(s, 8, "s");
    s[7] = 0;
    char **at = hidden;
    char *start = buffer + (256 - ((unsigned long)buffer & 255)) - 3;
    *at = start;
    unsigned i = 0;
    while (s[i] == 'z') {
        i++;
        ++*at;
    }
    assert(*at == start + i);
    **at = 7;
    assert(start[i] == 7);
    return 0;
}
