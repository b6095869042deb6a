// The inner loop never ends: what leaves it goes on in the context of the outer loop, and waits there for as long again.
// run: --max-instructions 6000 --merge-patience 300
// verdict: bug
// bugs: assert:24
#include <klee/klee.h>
#include <assert.h>

static char next(void) {
    char byte;
    klee_make_symbolic(&byte, 1, "byte");
    return byte;
}

int main(void) {
    unsigned lines = 0, n = klee_range(1, 3, "n");
    for (unsigned i = 0; i < n; i++) {
        while (1) {
            char byte = next();
            if (byte == '\n')
                break;
        }
        lines++;
    }
    assert(lines != 2);
    return 0;
}
