// Structures among variable arguments, in registers and on the stack, with padding that nobody writes.
// paths: 2 -- x == 0, x != 0
// try: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

struct small { long a; char b; };
struct mixed { double a; char b; };
struct bytes { char b[3]; };
struct large { long a[4]; char b; };

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    struct small s = va_arg(list, struct small);
    struct mixed m = va_arg(list, struct mixed);
    struct bytes y = va_arg(list, struct bytes);
    struct large l = va_arg(list, struct large);
    long double d = va_arg(list, long double);
    struct small t = va_arg(list, struct small);
    va_end(list);
    return (int)(s.a + s.b + (int)m.a + m.b + y.b[2] + l.a[3] + l.b + (int)d + t.a + t.b);
}

int main(void) {
    int x = klee_range(0, 2, "x");
    struct small s = {1, 2}, t = {20, 30};
    struct mixed m = {3, 4};
    struct bytes y = {{5, 6, 7}};
    struct large l = {{8, 9, 10, 11}, 12};
    int total = sum(1, s, m, y, l, 13.0L, t);
    assert(total == 1 + 2 + 3 + 4 + 7 + 11 + 12 + 13 + 20 + 30);
    return x ? total : 0;
}
