// The copied padding of the last structure is compared with that of another copy, with an earlier one and with a constant.
// run: --merge=pattern --no-pattern-cost
// verdict: bug
// bugs: assert:43 assert:46
#include <assert.h>
#include <string.h>
#include <braid.h>

struct record {
    char letter;
    int number;
};

static struct record last, same, kept;

int main(void) {
    char s[5];
    braid_symbolic(s, sizeof s, "s");
    struct record first;
    first.letter = 1;
    first.number = 5;
    last = first;
    same = first;
    kept = first;
    for (unsigned i = 0; i < sizeof s; i++) {
        if (s[i] == 'a') {
            struct record next;
            next.letter = 1;
            next.number = 5;
            last = next;
            same = next;
        }
        if (s[i] == 'b') {
            kept = last;
        }
    }
    unsigned char one[3], other[3], third[3];
    memcpy(one, (char *)&last + 1, 3);
    memcpy(other, (char *)&same + 1, 3);
    memcpy(third, (char *)&kept + 1, 3);
    assert(memcmp(one, other, 3) == 0);
    if (s[0] == 'a' && s[1] == 'c' && s[2] == 'c' && s[3] == 'c' && s[4] == 'c')
        assert(one[0] == third[0]);
    if (s[0] == 'a' && s[1] == 'b' && s[2] == 'c' && s[3] == 'c' && s[4] == 'c')
        assert(one[0] == third[0]);
    assert(one[1] != 77);
    return 0;
}
