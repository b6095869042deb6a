// The old exercise for testers: what kind of triangle.
// paths: 11 -- not positive (3 ways), inequality broken (3), equilateral, isosceles (3), scalene
// flags: --without-pass=conditions
// try: -1 0 1 2 3 4 5
#include <klee/klee.h>

int main(void) {
    int a = klee_range(-1, 6, "a"), b = klee_range(-1, 6, "b"), c = klee_range(-1, 6, "c");
    if (a <= 0 || b <= 0 || c <= 0)
        return 1;
    if (a + b <= c || a + c <= b || b + c <= a)
        return 2;
    if (a == b && b == c)
        return 3; //~ reached
    if (a == b || b == c || a == c)
        return 4; //~ reached
    return 5;     //~ reached
}
