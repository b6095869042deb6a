// Reads behind the end of a string constant.
// paths: 2 -- i <= 3, i > 3 (faults)
// try: 0 3 4 7
#include <klee/klee.h>

static const char *volatile word = "abc";

int main(void) {
    unsigned i = klee_range(0, 8, "i");
    return word[i]; //~ bug: out-of-bounds
}
