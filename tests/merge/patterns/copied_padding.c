// Structures with padding are copied another number of times on each path: the padding keeps no paths apart.
// run: --merge=pattern --no-pattern-cost
// groups: 2 -- the two ways of the last iteration; those of the others are one where the next begins
// verdict: proved
#include <assert.h>
#include <braid.h>

struct record {
    char letter;
    int number;
};

static struct record last;

int main(void) {
    char s[8];
    braid_symbolic(s, sizeof s, "s");
    struct record first;
    first.letter = 1;
    first.number = 5;
    last = first;
    for (unsigned i = 0; i < sizeof s; i++) {
        if (s[i] == 'a') {
            struct record next;
            next.letter = 1;
            next.number = 5;
            last = next;
        }
    }
    assert(last.number == 5 && last.letter == 1);
    return 0;
}
