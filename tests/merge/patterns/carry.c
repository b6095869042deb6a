// A counter in memory whose low byte overflows on the way stays one word.
// run: --merge=pattern --no-pattern-cost
// patterns: 1 -- another byte after 0 to 6 times 'z'; the terminator stays alone
// verdict: proved
#include <assert.h>
#include <braid.h>

struct cursor {
    unsigned long position;
    int other;
};

int main(void) {
    char s[8];
    struct cursor cursor;
    struct cursor *volatile hidden = &cursor;
    braid_symbolic(s, 8, "s");
    s[7] = 0;
    struct cursor *at = hidden;
    at->position = 253;
    unsigned i = 0;
    while (s[i] == 'z') {
        i++;
        at->position++;
    }
    assert(at->position == 253 + i);
    return 0;
}
