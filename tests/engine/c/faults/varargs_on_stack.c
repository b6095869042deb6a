// Arguments that came on the stack end as well: nine were passed, and the tenth is read.
// paths: 2 -- n = 9, n = 10 (faults)
#include <klee/klee.h>
#include <stdarg.h>

static long sum(int count, ...) {
    va_list list;
    long total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, long); //~ bug: bad-call
    va_end(list);
    return total;
}

int main(void) {
    return (int)sum(klee_range(9, 11, "n"), 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
}
