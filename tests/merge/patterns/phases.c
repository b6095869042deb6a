// Three runs, each of which begins where the one before has stopped.
// run: --merge=pattern --no-pattern-cost --validate-merges=sample
// bugs: assert:15
#include <assert.h>
#include <braid.h>
int main(void) {
    char s[9]; braid_symbolic(s, 8, "s"); s[8] = 0;
    unsigned i = 0;
    while (s[i] == 'a') i++;
    unsigned a = i;
    while (s[i] == 'b') i++;
    unsigned b = i - a;
    while (s[i] == 'c') i++;
    unsigned c = i - a - b;
    if (s[i] == 0 && a && b && c) assert(!(a == b && b == c - 1));
    return 0;
}
