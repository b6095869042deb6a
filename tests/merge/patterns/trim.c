// The second loop runs back from where the first one stopped.
// run: --merge=pattern --no-pattern-cost
// patterns: 4 -- a zero byte ends the first loop; another byte and the beginning end the second, and another byte where no byte was zero
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[7];
    braid_symbolic(s, 6, "s");
    s[6] = 0;
    unsigned length = 0;
    while (s[length]) {
        length++;
    }
    unsigned end = length;
    while (end > 0 && s[end - 1] == ' ') {
        end--;
    }
    assert(end <= length);
    assert(end == 0 || s[end - 1] != ' ');
    assert(end == length || s[end] == ' ');
    return 0;
}
