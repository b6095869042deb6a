// Formats of printf: flags, width, precision, sizes, stars, every integer and floating conversion.
#include <stdio.h>

int main(void) {
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d] [%-8.3d]\n", 42, 42, 42, 42, 42, 42, 7, 7, 7);
    printf("[%x] [%X] [%#x] [%#o] [%08x] [%o] [%u]\n", 48879, 48879, 48879, 8, 48879, 8, 4294967295u);
    printf("[%hhd] [%hd] [%ld] [%lld] [%zu] [%lu] [%jd]\n", 300, 70000, -1L, -2LL, (size_t)3, ~0UL, (long)-4);
    printf("[%c] [%5c] [%s] [%10s] [%-10s] [%.2s] [%*s] [%.*s] [%%]\n", 'c', 'd', "str", "right", "left", "cut", 6, "star", 2, "stars");
    printf("[%f] [%.0f] [%.10f] [%10.2f] [%-10.2f] [%+.1f] [%010.3f]\n", 3.14159, 2.5, 1.0 / 3, 2.718, 2.718, 1.25, -9.5);
    printf("[%e] [%.2E] [%e] [%g] [%g] [%g] [%G] [%.3g] [%#g]\n", 12345.678, 0.00012, 0.0, 1e10, 0.0001, 0.00001, 1e-10, 1234567.0, 1.0);
    printf("[%a] [%a] [%a] [%.2a]\n", 1.0, -0.5, 3.14159, 2.7);
    printf("[%f] [%e] [%g] [%5.1f] [%g]\n", 1e20, 1e-300, 1e300, 99.95, 123456789.0);
    printf("[%i] [%+5d] [%-+5d|] [% 05d]\n", -7, 3, 3, 3);
    return 0;
}
