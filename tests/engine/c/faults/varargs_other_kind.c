// A number is read as floating point that was passed as an integer, and the other way round.
// paths: 3 -- as passed, as double (faults), as int (faults)
#include <klee/klee.h>
#include <stdarg.h>

static int read(int way, ...) {
    va_list list;
    int result;
    va_start(list, way);
    if (way == 0)
        result = va_arg(list, int);
    else if (way == 1)
        result = (int)va_arg(list, double); //~ bug: bad-call
    else
        result = va_arg(list, int); //~ bug: bad-call
    va_end(list);
    return result;
}

int main(void) {
    int way = klee_range(0, 3, "way");
    return way == 2 ? read(way, 1.5) : read(way, 1);
}
