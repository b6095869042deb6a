// va_copy, and a list handed to another function.
// paths: 2 -- x > 0 or not
// try: -1 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

static int second(va_list list) {
    va_arg(list, int);
    return va_arg(list, int);
}

static int both(int unused, ...) {
    va_list list, copy;
    va_start(list, unused);
    va_copy(copy, list);
    int result = second(copy) * 10 + va_arg(list, int);
    va_end(copy);
    va_end(list);
    return result;
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 0)
        assert(both(0, 4, 2) == 24);
    else
        assert(both(0, 7, 9) == 97);
    return 0;
}
