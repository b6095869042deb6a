// A run of one unknown byte. What is asked of that byte afterwards concerns every cell of the run: the model of the first
// cell is copied to the others, and where other conditions speak of some of them it is repaired.
// run: --merge=pattern --no-pattern-cost
// patterns: 1 -- another byte after 0 to 9; the end stays alone
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[10], byte;
    unsigned at = (unsigned)braid_int("at");
    braid_symbolic(s, 10, "s");
    braid_symbolic(&byte, 1, "byte");
    unsigned i = 0;
    while (i < 10 && s[i] == byte) {
        i++;
    }
    int kind = 0;
    if (i > 5) {
        kind = byte == 'z' ? 1 : byte > 'w' ? 2 : 3;
        assert(s[3] == byte);
    }
    if (at < 10 && s[at] == 'b' && byte == 'c') {
        kind = 4;
        assert(i <= at);
    }
    return kind;
}
