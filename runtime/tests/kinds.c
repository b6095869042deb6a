/* What kind of number something is, neighbours, parts of quotients. (Whole numbers are intrinsics, which lead back to the functions that are
 * renamed: programs of the engine's suite compare them.) */
#include "native.h"

#include <complex.h>
#include <math.h>

/* Headers of C11 have these for compilers that make numbers of parts without arithmetic. */
#undef CMPLX
#undef CMPLXL
#define CMPLX(x, y) ((double _Complex){x, y})
#define CMPLXL(x, y) ((long double _Complex){x, y})
#undef isnan
#undef isinf
#undef finite

RT(isnan); RT(isnanf); RT(isnanl); RT(isinf); RT(isinff); RT(isinfl); RT(finite); RT(finitef); RT(finitel);
RT(nexttoward); RT(nexttowardf); RT(nexttowardl); RT(nextup); RT(nextupf); RT(nextupl); RT(nextdown); RT(nextdownf); RT(nextdownl);
RT(remquo); RT(remquof); RT(remquol); RT(ilogbl); RT(logbl); RT(significand);
RT(nan); RT(nanf); RT(nanl); RT(creal); RT(cimagf); RT(conjl);
extern int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double), rt___fpclassify(double), rt___fpclassifyf(float), rt___fpclassifyl(long double);
extern int __signbit(double), __signbitf(float), __signbitl(long double), rt___signbit(double), rt___signbitf(float), rt___signbitl(long double);
extern int *rt___errno_location(void);

static int same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static int same_wide(long double a, long double b) {
    return memcmp(&a, &b, 10) == 0 || (a != a && b != b);
}

static double number(void) {
    static const double borders[] = {0.0, -0.0, 1.0, -2.0, 0.5, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 9223372036854775807.0, 2147483647.5};
    uint64_t bits = random_bits();
    double any;
    memcpy(&any, &bits, sizeof any);
    return below(3) ? any : below(2) ? borders[below(14)] : (double)(int)random_bits() / 8;
}

static float short_number(void) {
    uint32_t bits = (uint32_t)random_bits();
    float any;
    memcpy(&any, &bits, sizeof any);
    return below(3) ? any : (float)number();
}

static long double wide_number(void) {
    return below(4) ? ldexpl((long double)number(), (int)below(32000) - 16000) : (long double)(int64_t)random_bits() / 2;
}

#define KIND(call, ...) CHECK(call == rt_##call, __VA_ARGS__)
#define VALUE(same, call, ...) CHECK(same(call, rt_##call), __VA_ARGS__)

static void kinds(double x, float y, long double z) {
    KIND(isnan(x), "%a", x); KIND(isinf(x), "%a", x); KIND(finite(x), "%a", x); KIND(__fpclassify(x), "%a", x);
    KIND(isnanf(y), "%a", y); KIND(isinff(y), "%a", y); KIND(finitef(y), "%a", y); KIND(__fpclassifyf(y), "%a", y);
    CHECK(!isnanl(z) == !rt_isnanl(z), "%La", z); KIND(isinfl(z), "%La", z); KIND(finitel(z), "%La", z); KIND(__fpclassifyl(z), "%La", z);
    /* On i386 it gives another bit. */
    if (sizeof(void *) == 8)
        CHECK(__signbit(x) == rt___signbit(x) && __signbitf(y) == rt___signbitf(y) && __signbitl(z) == rt___signbitl(z), "%a %a %La", x, y, z);
}

static void neighbours(double x, float y, long double z) {
    VALUE(same, nexttoward(x, z), "%a %La", x, z);
    VALUE(same, nexttowardf(y, z), "%a %La", y, z);
    VALUE(same_wide, nexttowardl(z, x), "%La %a", z, x);
    VALUE(same, nextup(x), "%a", x);
    VALUE(same, nextupf(y), "%a", y);
    VALUE(same_wide, nextupl(z), "%La", z);
    VALUE(same, nextdown(x), "%a", x);
    VALUE(same, nextdownf(y), "%a", y);
    VALUE(same_wide, nextdownl(z), "%La", z);
}

static void quotients(double x, double x2, float y, float y2, long double z, long double z2) {
    int a = 0, b = 0;
    CHECK(same(remquo(x, x2, &a), rt_remquo(x, x2, &b)) && (x - x != 0 || x2 != x2 || x2 == 0 || a == b), "%a %a: %d %d", x, x2, a, b);
    CHECK(same(remquof(y, y2, &a), rt_remquof(y, y2, &b)) && (y - y != 0 || y2 != y2 || y2 == 0 || a == b), "%a %a: %d %d", y, y2, a, b);
    CHECK(same_wide(remquol(z, z2, &a), rt_remquol(z, z2, &b)) && (z - z != 0 || z2 != z2 || z2 == 0 || a == b), "%La %La: %d %d", z, z2, a, b);
}

static void wholes(double x, long double z) {
    KIND(ilogbl(z), "%La", z);
    VALUE(same_wide, logbl(z), "%La", z);
    VALUE(same, significand(x), "%a", x);
}

static void payloads(void) {
    static const char *const texts[] = {"", "0", "1", "0x123", "077", "x", "99999999999999999999", "12 "};
    for (int i = 0; i < 8; i++) {
        double a = nan(texts[i]), b = rt_nan(texts[i]);
        float c = nanf(texts[i]), d = rt_nanf(texts[i]);
        long double e = nanl(texts[i]), f = rt_nanl(texts[i]);
        CHECK(memcmp(&a, &b, sizeof a) == 0 && memcmp(&c, &d, sizeof c) == 0 && memcmp(&e, &f, 10) == 0, "'%s'", texts[i]);
    }
}

void test_kinds(void) {
    payloads();
    for (int i = 0; i < 20000; i++) {
        double x = number(), x2 = number();
        float y = short_number(), y2 = short_number();
        long double z = wide_number(), z2 = wide_number();
        kinds(x, y, z);
        neighbours(x, y, z);
        quotients(x, x2, y, y2, z, z2);
        wholes(x, z);
        CHECK(same(rt_creal(CMPLX(x, x2)), x) && same_wide(cimagl(rt_conjl(CMPLXL(z, z2))), -z2), "%a %La", x, z2);
    }
}
