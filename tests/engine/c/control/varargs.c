// A function of a variable number of arguments of several types.
// paths: 4 -- count = 0..3
// try: 0 1 2 3
// override(m32): skip because long has 32 bits
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

static long sum(int count, ...) {
    va_list arguments;
    long total = 0;
    va_start(arguments, count);
    for (int i = 0; i < count; i++)
        total += i == 1 ? va_arg(arguments, long) : va_arg(arguments, int);
    va_end(arguments);
    return total;
}

int main(void) {
    int count = klee_range(0, 4, "count");
    long total = sum(count, 1, 1000000000000L, 3);
    assert(count != 3 || total == 1000000000004L);
    return (int)(total & 7);
}
