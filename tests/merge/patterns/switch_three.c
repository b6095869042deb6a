// A switch with three ways in every round: one goes on.
// run: --merge=pattern --no-pattern-cost
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned char s[6];
    braid_symbolic(s, 6, "s");
    unsigned i = 0;
    int how = 0;
    while (i < 6 && how == 0) {
        switch (s[i]) {
        case 'a':
            i++;
            break;
        case 'b':
            how = 1;
            break;
        default:
            how = 2;
            break;
        }
    }
    assert(how != 1 || s[i] == 'b');
    assert(how != 2 || (s[i] != 'a' && s[i] != 'b'));
    assert(how != 0 || i == 6);
    return 0;
}
