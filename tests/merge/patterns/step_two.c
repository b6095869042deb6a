// Two bytes in each round, with different slopes; and a value that is not linear in the number of rounds.
// patterns: 2 -- one for each of the two bytes that may be another
// run: --merge=pattern --no-pattern-cost
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned char s[12];
    braid_symbolic(s, 12, "s");
    unsigned i = 0, square = 0, rounds = 0;
    while (i < 12 && s[i] == 1 && s[i + 1] == 2) {
        i += 2;
        rounds++;
        square += 2 * rounds - 1;
    }
    assert(i == 2 * rounds);
    assert(square == rounds * rounds);
    assert(i == 12 || s[i] != 1 || s[i + 1] != 2);
    return 0;
}
