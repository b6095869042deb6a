// The lowest bit of a pointer carries a flag.
// paths: 2 -- tagged, not tagged
// try: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

static long value = 12;

int main(void) {
    uintptr_t tag = (uintptr_t)klee_range(0, 2, "tag");
    uintptr_t word = (uintptr_t)&value | tag;
    long *p = (long *)(word & ~(uintptr_t)1);
    assert(*p == 12);
    if (word & 1)
        return 1;
    return 0;
}
