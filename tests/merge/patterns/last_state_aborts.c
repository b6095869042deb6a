// The last state on its way ends inside the loop: the others are joined all the same.
// run: --merge=pattern --no-pattern-cost --search=dfs
// bugs: abort:17
#include <braid.h>
#include <stdlib.h>

int main(void) {
    char s[4];
    braid_symbolic(s, 4, "s");
    unsigned i = 0;
    while (s[i] == 'a') {
        i++;
        if (i == 4) {
            // Nobody leaves the loop this way.


            abort();
        }
    }
    return 0;
}
