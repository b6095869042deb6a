// Ways to end inside the loop, in a part that is superseded, and after it.
// run: --merge=pattern --no-pattern-cost --count-paths
// paths: 241 -- three ways for each byte: 1 + 3 + 9 + 27 by another byte, 3 + 9 + 27 + 81 by the exit, 81 by the end; counted by forking too
// verdict: proved
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned char s[6];
    braid_symbolic(s, 6, "s");
    unsigned i = 0;
    while (i < 4 && (s[i] == 'a' || s[i] == 'b' || s[i] == 'c')) {
        i++;
        if (s[4] == i) {
            exit(1);
        }
    }
    return 0;
}
