// Two counters that go towards each other.
// run: --merge=pattern --no-pattern-cost --validate-merges=sample
// bugs: assert:14
#include <assert.h>
#include <braid.h>
int main(void) {
    char s[9]; unsigned n;
    braid_symbolic(s, 9, "s"); braid_symbolic(&n, sizeof n, "n");
    braid_assume(n >= 1 && n <= 9);
    unsigned lo = 0, hi = n - 1;
    while (lo < hi && s[lo] == s[hi]) { lo++; hi--; }
    int palindrome = lo >= hi;
    if (palindrome && n == 7) assert(s[0] != 'q' || s[6] == 'q');
    if (!palindrome && lo == 3) assert(n != 8);
    return 0;
}
