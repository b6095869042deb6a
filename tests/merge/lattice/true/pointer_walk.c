// A pointer walks over a buffer and stops at its end.
#include <assert.h>
#include <braid.h>

int main(void) {
    char buffer[32];
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n <= 32);
    char *at = buffer, *end = buffer + n;
    while (at != end)
        *at++ = 0;
    assert(at == buffer + n);
    return 0;
}
