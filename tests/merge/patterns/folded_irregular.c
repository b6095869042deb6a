// States joined inside the loop whose paths fit no pattern: what is left is joined in the shape of a tree whose conditions
// overlap.
// run: --merge=pattern --no-pattern-cost
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned char s[4];
    braid_symbolic(s, 4, "s");
    unsigned i = 0, kind = 0;
    while (i < 4) {
        unsigned char c = s[i];
        if (c == 'x' || c == 'y' || (c > 'p' && c < 't')) {
            i++;
        } else if (c == 'z') {
            kind++;
            i += 2;
        } else {
            break;
        }
    }
    assert(i <= 5);
    assert(kind <= 2);
    if (i == 0) {
        assert(s[0] != 'x' && s[0] != 'z');
    }
    if (i < 4) {
        assert(s[i] != 'y' && s[i] != 'q' && s[i] != 'z');
    }
    return 0;
}
