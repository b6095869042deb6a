// memcpy with a length that is more than the target has.
#include <klee/klee.h>
#include <string.h>

static char source[16], target[8];

int main(void) {
    unsigned n = klee_range(0, 16, "n");
    memcpy(target, source, n); //~ bug: out-of-bounds
    return target[0];          //~ reached
}
