// memset of a symbolic length and with a symbolic byte.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    unsigned char b[8] = {0}, value;
    unsigned n = klee_range(0, 9, "n");
    klee_make_symbolic(&value, sizeof value, "value");
    memset(b, value, n);
    unsigned sum = 0;
    for (int i = 0; i < 8; i++)
        sum += b[i];
    assert(sum == n * value);
    return 0;
}
