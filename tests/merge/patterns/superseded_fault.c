// A state faults inside the loop, and what it came from becomes one with other alternatives later: the paths to the fault are
// counted once.
// run: --merge=pattern --no-pattern-cost --count-paths
// paths: 414 -- seven ways for each byte: 1 + 7 + 49 by another byte, 7 faults, 7 exits, 343 by the end; counted by forking too
// bugs: out-of-bounds:18
// bug-paths: 7 -- seven ways to the first byte
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned char s[4];
    unsigned char table[4] = {1, 2, 3, 4};
    braid_symbolic(s, 4, "s");
    unsigned i = 0, sum = 0;
    while (i < 3 && (s[i] == 'a' || s[i] == 'b' || s[i] == 'c' || s[i] == 'd' || s[i] == 'e' || s[i] == 'f' || s[i] == 'g')) {
        i++;
        if (i == 1) {
            sum = table[s[3]];
        }
        if (i == 1 && s[3] == 2) {
            exit(3);
        }
    }
    return (int)sum;
}
