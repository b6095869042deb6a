// What kind of number something is, by functions of the library, and whole numbers and neighbours of the wide format.
// paths: 5 -- NaN, infinite, zero, subnormal or normal
#include <klee/klee.h>
#include <stdio.h>
double nextafter(double, double), nexttoward(double, long double), remquo(double, double, int *), nan(const char *);
long lrintl(long double), lroundl(long double);
int __fpclassify(double), __isnan(double), __isinf(double), __finite(double), ilogbl(long double);
int main(void) {
  double x;
  int quotient;
  klee_make_symbolic(&x, sizeof x, "x");
  printf("%ld %ld %d\n", lrintl(2.5L), lroundl(-2.5L), ilogbl(9.0L));
  printf("%g %d\n", remquo(29, 3, &quotient), quotient);
  printf("%d %d\n", __isnan(nan("7")) != 0, nexttoward(1, 2) == nextafter(1, 3));
  int kind = __fpclassify(x);
  if (__isnan(x) && kind != 0)
    return 9; //~ dead
  if ((__isinf(x) != 0) != (kind == 1) || (__finite(x) == 0) != (kind <= 1))
    return 8; //~ dead
  switch (kind) {
  case 0: return 1; //~ reached
  case 1: return 2; //~ reached
  case 2: return 3; //~ reached
  case 3: return x < 1e-300 && x > -1e-300 ? 4 : 7; //~ reached
  default: return 5; //~ reached
  }
}
