// Reads more variable arguments than were passed, directly and through a helper that is given the list or a copy of it.
// paths: 9 -- count = 0..2 of each of three ways; 2 faults in each
// override(m32): skip because a va_list is passed by value
#include <klee/klee.h>
#include <stdarg.h>

static int next(va_list list) { return va_arg(list, int); } //~ bug: bad-call

static int direct(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int); //~ bug: bad-call
    va_end(list);
    return total;
}

static int helped(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += next(list);
    va_end(list);
    return total;
}

static int copied(int count, ...) {
    va_list list, copy;
    int total = 0;
    va_start(list, count);
    va_copy(copy, list);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int) + va_arg(copy, int); //~ bug: bad-call
    va_end(copy);
    va_end(list);
    return total;
}

int main(void) {
    int count = klee_range(0, 3, "count");
    switch (klee_range(0, 3, "way")) {
    case 0: return direct(count, 1);
    case 1: return helped(count, 1);
    default: return copied(count, 1);
    }
}
