// A bug that lies within the bound is found although the rest is cut off.
// flags: --max-depth 15
// verdict: bug
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int sum = 0;
    while (1) {
        char c;
        klee_make_symbolic(&c, sizeof c, "c");
        if (c == 'x')
            sum++;
        assert(sum < 3); //~ bug: assert
    }
}
