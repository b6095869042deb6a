// Variable arguments: integers, doubles, pointers, more than fit into registers, va_copy, a v-function.
#include <stdarg.h>
#include <stdio.h>

static long sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long total = 0;
    for (int i = 0; i < n; i++) total = total * 3 + va_arg(ap, int);
    va_end(ap);
    return total;
}

static double mean(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    double total = 0;
    for (int i = 0; i < n; i++) total += va_arg(ap, double);
    double first = va_arg(again, double);
    va_end(ap);
    va_end(again);
    return total / n + first;
}

static void vlog(const char *format, va_list ap) {
    for (; *format; format++) switch (*format) {
        case 'd': printf("%d ", va_arg(ap, int)); break;
        case 'l': printf("%ld ", va_arg(ap, long)); break;
        case 'f': printf("%.2f ", va_arg(ap, double)); break;
        case 's': printf("%s ", va_arg(ap, const char *)); break;
        }
    puts("");
}

static void mixed(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vlog(format, ap);
    va_end(ap);
}

int main(void) {
    printf("%ld %ld\n", sum(3, 1, 2, 3), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%f %f\n", mean(2, 1.0, 4.0), mean(11, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11.));
    mixed("dfslfdsfldfsdfldfsdff", 1, 2.5, "three", 4L, 5.5, 6, "seven", 8.5, 9L, 10, 11.5, "twelve", 13, 14.5, 15L, 16,
          17.5, "eighteen", 19, 20.5, 21.5);
    return 0;
}
