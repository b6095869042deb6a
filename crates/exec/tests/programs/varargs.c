// Variable arguments of every class, more than there are registers, after fixed ones that took some.
#include <stdarg.h>

struct big { long a[4]; };
struct pair { double x, y; };
struct floats { float x, y; };
struct mixed { long n; double d; };

static int ints(int count, ...) {
    va_list list;
    int sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) sum = sum * 3 + va_arg(list, int);
    va_end(list);
    return sum;
}

static double doubles(double first, int count, ...) {
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++) first = first * 2 + va_arg(list, double);
    va_end(list);
    return first;
}

static int all(int a, long b, double c, ...) {
    va_list list, copy;
    va_start(list, c);
    va_copy(copy, list);
    if (va_arg(list, int) != 3) return 1;
    if (va_arg(list, double) != 4.5) return 2;
    struct big big = va_arg(list, struct big);
    if (big.a[0] != 5 || big.a[3] != 8) return 3;
    struct pair pair = va_arg(list, struct pair);
    if (pair.x != 9.5 || pair.y != 10.5) return 4;
    struct floats floats = va_arg(list, struct floats);
    if (floats.x != 11.5f || floats.y != 12.5f) return 5;
    if (va_arg(list, long double) != 13.25L) return 6;
    struct mixed mixed = va_arg(list, struct mixed);
    if (mixed.n != 14 || mixed.d != 15.5) return 7;
    if (va_arg(list, char *)[1] != 'i') return 8;
    if (va_arg(list, long long) != 17) return 9;
    if (va_arg(list, long long) != 18) return 10;
    if (va_arg(list, int) != 19) return 11;
    if (va_arg(list, long double) != 20.0L) return 12;
    if (va_arg(copy, int) != 3) return 13;
    if (va_arg(copy, double) != 4.5) return 14;
    va_end(copy);
    va_end(list);
    return a == 1 && b == 2 && c == 2.5 ? 0 : 15;
}

static int in_a_block(int n, ...) {
    va_list list;
    {
        int row[n];
        row[n - 1] = n;
        va_start(list, n);
        if (row[n - 1] != n) return 1;
    }
    return va_arg(list, int) == 7 ? 0 : 2;
}

int test(void) {
    struct big big = {{5, 6, 7, 8}};
    struct pair pair = {9.5, 10.5};
    struct floats floats = {11.5f, 12.5f};
    struct mixed mixed = {14, 15.5};
    if (ints(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) != 14757) return 100;
    if (doubles(1, 10, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0) != 3060) return 101;
    if (in_a_block(3, 7) != 0) return 102;
    return all(1, 2, 2.5, 3, 4.5, big, pair, floats, 13.25L, mixed, "hi", 17LL, 18LL, 19, 20.0L);
}

int main(void) { return test(); }
