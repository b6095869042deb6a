/* Heap, sorting, random numbers, environment, ends of a program, and what C++ and Rust need. */
#include "native.h"

/* Names that tell how wide size_t is. */
#if __SIZEOF_POINTER__ == 8
#define NEW_ONE rt__Znwm
#define NEW_ARRAY rt__Znam
#define DELETE_ARRAY rt__ZdaPvm
#else
#define NEW_ONE rt__Znwj
#define NEW_ARRAY rt__Znaj
#define DELETE_ARRAY rt__ZdaPvj
#endif

#include <err.h>
#include <error.h>
#include <libgen.h>
#include <malloc.h>
#include <math.h>
#include <obstack.h>
#include <pwd.h>
#include <search.h>
#undef basename

RT(__xpg_basename); RT(dirname); RT(drand48); RT(erand48); RT(lrand48); RT(nrand48); RT(mrand48); RT(jrand48); RT(srand48); RT(a64l); RT(l64a); RT(ffs);
RT(ffsll); RT(error); RT(error_message_count); RT(program_invocation_name); RT(warnx); RT(warn); RT(lfind); RT(lsearch); RT(_obstack_begin);
RT(_obstack_newchunk); RT(obstack_free); RT(obstack_printf); RT(sysconf); RT(getpwuid); RT(getpwnam); RT(strtod_l);
RT(frexp); RT(ldexp); RT(modf); RT(fmod); RT(scalbn);
RT(frexpf); RT(ldexpf); RT(modff); RT(fmodf); RT(frexpl); RT(ldexpl); RT(fmodl); RT(remainder); RT(remainderf); RT(remainderl);
RT(nextafter); RT(nextafterf); RT(nextafterl); RT(fdim); RT(ilogb); RT(logb);
RT(malloc); RT(calloc); RT(realloc); RT(free); RT(reallocarray); RT(aligned_alloc); RT(posix_memalign); RT(memalign);
RT(malloc_usable_size); RT(qsort); RT(bsearch); RT(rand); RT(srand); RT(rand_r); RT(random); RT(srandom); RT(getenv);
RT(setenv); RT(unsetenv); RT(putenv); RT(clearenv); RT(secure_getenv); RT(environ); RT(atexit); RT(exit); RT(_Exit);
RT(abort); RT(quick_exit); RT(at_quick_exit); RT(abs); RT(labs); RT(llabs); RT(div); RT(ldiv); RT(lldiv); RT(strerror);
RT(__errno_location); RT(on_exit);
int rt___cxa_atexit(void (*)(void *), void *, void *);
void rt___assert_fail(const char *, const char *, unsigned, const char *);
void *NEW_ONE(size_t), rt__ZdlPv(void *), DELETE_ARRAY(void *, size_t);
void *NEW_ARRAY(size_t), *rt___rust_alloc(size_t, size_t), *rt___rust_realloc(void *, size_t, size_t, size_t);
void *rt___rust_alloc_zeroed(size_t, size_t), rt___rust_dealloc(void *, size_t, size_t);
int rt___cxa_guard_acquire(uint64_t *);
void rt___cxa_guard_release(uint64_t *);

static void heap(void) {
    char *p = rt_malloc(10);
    memset(p, 7, 10);
    p = rt_realloc(p, 1000);
    CHECK(p[0] == 7 && p[9] == 7, "realloc grows");
    p = rt_realloc(p, 3);
    CHECK(p[2] == 7 && rt_malloc_usable_size(p) >= 3, "realloc shrinks");
    CHECK(rt_realloc(p, 0) == 0, "realloc to 0");
    p = rt_realloc(0, 4);
    rt_free(p);
    rt_free(0);
    CHECK(rt_malloc_usable_size(0) == 0, "usable size of null");
    p = rt_calloc(3, 5);
    for (int i = 0; i < 15; i++)
        CHECK(p[i] == 0, "calloc");
    rt_free(p);
    *rt___errno_location() = 0;
    CHECK(rt_calloc(SIZE_MAX / 2, 3) == 0 && *rt___errno_location() == ENOMEM, "calloc overflows");
    CHECK(rt_malloc(SIZE_MAX) == 0 && rt_malloc((size_t)PTRDIFF_MAX + 1) == 0, "malloc");
    CHECK(rt_reallocarray(0, SIZE_MAX, 2) == 0, "reallocarray");
    void *q = 0;
    CHECK(rt_posix_memalign(&q, 3, 8) == EINVAL && rt_posix_memalign(&q, sizeof q / 2, 8) == EINVAL, "alignment");
    CHECK(rt_posix_memalign(&q, 256, 8) == 0 && (uintptr_t)q % 256 == 0, "posix_memalign");
    rt_free(q);
    q = rt_aligned_alloc(64, 128);
    CHECK((uintptr_t)q % 64 == 0, "aligned_alloc");
    rt_free(q);
    q = rt_memalign(24, 8);
    CHECK((uintptr_t)q % 32 == 0, "memalign rounds up");
    rt_free(q);
}

static int by_first(const void *a, const void *b) {
    return ((const int *)a)[0] - ((const int *)b)[0];
}

static int nonsense(const void *a, const void *b) {
    return (int)below(3) - 1;
}

static void sorting(void) {
    for (int i = 0; i < 800; i++) {
        size_t n = below(i % 20 == 0 ? 300 : 20);
        int(*x)[2] = (void *)block(n * 8), (*y)[2] = (void *)block(n * 8);
        for (size_t j = 0; j < n; j++)
            x[j][0] = (int)below(30), x[j][1] = (int)j;
        memcpy(y, x, n * 8);
        rt_qsort(x, n, 8, by_first);
        qsort(y, n, 8, by_first);
        CHECK(memcmp(x, y, n * 8) == 0, "qsort of %zu", n);
        int key[2] = {(int)below(30), 0};
        CHECK(rt_bsearch(key, x, n, 8, by_first) ==
                  ((char *)bsearch(key, y, n, 8, by_first) ? (char *)x + ((char *)bsearch(key, y, n, 8, by_first) - (char *)y) : 0),
              "bsearch");
        long sum = 0;
        rt_qsort(x, n, 8, nonsense);
        for (size_t j = 0; j < n; j++)
            sum += x[j][1];
        CHECK(sum == (long)(n * (n - (n > 0)) / 2), "a permutation, whatever the comparison says");
        free(x), free(y);
    }
}

static void random_numbers(void) {
    for (int i = 0; i < 1000; i++)
        CHECK(rt_rand() == rand(), "unseeded");
    static const unsigned seeds[] = {0, 1, 42, 0x7fffffff, 0x80000000, 0xffffffff, 123456789};
    for (size_t s = 0; s < 7; s++) {
        unsigned a = seeds[s], b = seeds[s];
        rt_srand(a), srand(b);
        for (int i = 0; i < 400; i++)
            CHECK(rt_random() == random() && rt_rand_r(&a) == rand_r(&b) && a == b, "seed %u", seeds[s]);
    }
}

static void environment(void) {
    CHECK(rt_getenv("A") == 0, "empty");
    CHECK(rt_setenv("A", "1", 0) == 0 && rt_setenv("AB", "2", 0) == 0, "setenv");
    CHECK(strcmp(rt_getenv("A"), "1") == 0 && strcmp(rt_secure_getenv("AB"), "2") == 0, "getenv");
    rt_setenv("A", "3", 0);
    CHECK(strcmp(rt_getenv("A"), "1") == 0, "not overwritten");
    rt_setenv("A", "4", 1);
    CHECK(strcmp(rt_getenv("A"), "4") == 0, "overwritten");
    CHECK(rt_setenv("", "x", 1) == -1 && rt_setenv("a=b", "x", 1) == -1 && rt_getenv("") == 0, "bad names");
    static char entry[] = "C=5";
    CHECK(rt_putenv(entry) == 0 && rt_getenv("C") == entry + 2, "putenv");
    CHECK(rt_unsetenv("A") == 0 && rt_getenv("A") == 0 && strcmp(rt_getenv("AB"), "2") == 0, "unsetenv");
    CHECK(strcmp(rt_environ[0], "AB=2") == 0 && rt_environ[1] == entry && rt_environ[2] == 0, "environ");
    rt_clearenv();
    CHECK(rt_getenv("C") == 0 && rt_setenv("D", "6", 1) == 0 && strcmp(rt_getenv("D"), "6") == 0, "clearenv");
}

static char order[16];

static void note(void *letter) {
    strcat(order, letter);
}

static void first(void) {
    strcat(order, "1");
}

static void second(void) {
    strcat(order, "2");
    rt_atexit(first);
}

static void with_code(int code, void *letter) {
    strcat(order, code == 3 ? letter : "?");
}

static void leave(void) {
    rt_atexit(first);
    rt___cxa_atexit(note, "d", 0);
    rt_on_exit(with_code, "e");
    rt_atexit(second);
    rt_exit(3);
}

static void leave_quickly(void) {
    rt_at_quick_exit(first);
    rt_quick_exit(4);
}

static void leave_at_once(void) {
    rt__Exit(5);
}

static void fail(void) {
    rt___assert_fail("x", "f.c", 1, "f");
}

static void ends(void) {
    int code;
    CHECK(ending_of(leave, &code) == EXITED && code == 3 && strcmp(order, "21ed1") == 0, "'%s'", order);
    order[0] = 0;
    CHECK(ending_of(leave_quickly, &code) == EXITED && code == 4 && strcmp(order, "1") == 0, "'%s'", order);
    CHECK(ending_of(leave_at_once, &code) == EXITED && code == 5, "_Exit");
    CHECK(ending_of(rt_abort, &code) == ABORTED, "abort");
    CHECK(ending_of(fail, &code) == ASSERTED, "assert");
}

static void arithmetic(void) {
    for (int i = 0; i < 2000; i++) {
        int a = (int)random_bits() | 1, b = (int)(random_bits() >> below(64)) | 1;
        long c = (long)random_bits() | 1;
        CHECK(rt_abs(a) == abs(a) && rt_labs(c) == labs(c) && rt_llabs(c) == llabs(c), "%d %ld", a, c);
        CHECK(rt_div(a, b).quot == a / b && rt_div(a, b).rem == a % b, "%d %d", a, b);
        CHECK(rt_ldiv(c, b).quot == c / b && rt_lldiv(c, b).rem == c % b, "%ld %d", c, b);
    }
    for (int code = -2; code < 140; code++)
        CHECK(strcmp(rt_strerror(code), strerror(code)) == 0, "%d: %s", code, rt_strerror(code));
}

static void other_languages(void) {
    uint64_t guard = 0;
    CHECK(rt___cxa_guard_acquire(&guard) == 1, "guard");
    rt___cxa_guard_release(&guard);
    CHECK(rt___cxa_guard_acquire(&guard) == 0, "guard");
    char *p = NEW_ONE(8), *q = NEW_ARRAY(0);
    p[7] = 1;
    rt__ZdlPv(p);
    DELETE_ARRAY(q, 0);
    p = rt___rust_alloc(4, 4);
    memset(p, 9, 4);
    p = rt___rust_realloc(p, 4, 4, 40);
    CHECK(p[3] == 9, "rust realloc");
    rt___rust_dealloc(p, 40, 4);
    p = rt___rust_alloc_zeroed(8, 8);
    CHECK(p[7] == 0, "rust alloc zeroed");
    rt___rust_dealloc(p, 8, 8);
}

static void paths(void) {
    for (int i = 0; i < 4000; i++) {
        char *path = random_string(7, "a/b."), *a = copy_of(path), *b = copy_of(path), *c = copy_of(path), *d = copy_of(path);
        CHECK(strcmp(__xpg_basename(a), rt___xpg_basename(b)) == 0, "basename of '%s'", path);
        char *x = dirname(c), *y = rt_dirname(d);
        CHECK(strcmp(x, y) == 0, "dirname of '%s': '%s' '%s'", path, x, y);
        free(path), free(a), free(b), free(c), free(d);
    }
}

static void more_numbers(void) {
    unsigned short x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
    CHECK(rt_drand48() == drand48(), "unseeded");
    for (int i = 0; i < 500; i++) {
        long seed = (long)random_bits();
        srand48(seed), rt_srand48(seed);
        CHECK(drand48() == rt_drand48() && lrand48() == rt_lrand48() && mrand48() == rt_mrand48(), "drand48");
        CHECK(erand48(x) == rt_erand48(y) && nrand48(x) == rt_nrand48(y) && jrand48(x) == rt_jrand48(y), "erand48");
        int n = (int)(random_bits() >> below(64));
        CHECK(ffs(n) == rt_ffs(n) && ffsll(seed) == rt_ffsll(seed), "ffs");
        CHECK(strcmp(l64a(n), rt_l64a(n)) == 0 && a64l(l64a(n)) == rt_a64l(rt_l64a(n)), "l64a of %d", n);
    }
    CHECK(rt_strtod_l("1.5", 0, 0) == 1.5 && rt_sysconf(_SC_PAGESIZE) == 4096 && rt_sysconf(_SC_OPEN_MAX) == 1024, "sysconf");
    CHECK(rt_getpwuid(0) == rt_getpwnam("root") && !rt_getpwuid(7), "users");
}

static int same_real(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

/* Some versions of glibc give a rest of 0 the wrong sign where numbers are tiny. */
static int same_rest(double a, double b) {
    return same_real(a, b) || (a == 0 && b == 0);
}

/* A number of any size: every third is small, a border or an integer. */
static double some_real(void) {
    static const double borders[] = {0.0, -0.0, 1.0, -1.0, 0.5, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 4503599627370496.5};
    uint64_t bits = random_bits();
    double any;
    memcpy(&any, &bits, sizeof any);
    return below(3) ? any : below(2) ? borders[below(13)] : (double)(int)random_bits() / 8;
}

static void fractions(void) {
    for (int i = 0; i < 20000; i++) {
        double x = some_real(), y = some_real(), a, b;
        int m = 0, n = 0, by = (int)below(5000) - 2500;
        CHECK(same_real(frexp(x, &m), rt_frexp(x, &n)) && (x != x || x - x != 0 || m == n), "frexp of %a: %d %d", x, m, n);
        errno = *rt___errno_location() = 0;
        CHECK(same_real(scalbn(x, by), rt_scalbn(x, by)), "scalbn of %a by %d", x, by);
        a = ldexp(x, by), b = rt_ldexp(x, by);
        CHECK(same_real(a, b), "ldexp of %a by %d: %a %a", x, by, a, b);
        CHECK(same_real(modf(x, &a), rt_modf(x, &b)) && same_real(a, b), "modf of %a", x);
        CHECK(same_real(fmod(x, y), rt_fmod(x, y)), "fmod of %a and %a: %a %a", x, y, fmod(x, y), rt_fmod(x, y));
        CHECK(same_rest(remainder(x, y), rt_remainder(x, y)), "remainder of %a and %a: %a %a", x, y, remainder(x, y), rt_remainder(x, y));
        CHECK(same_real(nextafter(x, y), rt_nextafter(x, y)), "nextafter of %a and %a", x, y);
        CHECK(same_real(fdim(x, y), rt_fdim(x, y)), "fdim of %a and %a", x, y);
        CHECK(ilogb(x) == rt_ilogb(x) && same_real(logb(x), rt_logb(x)), "ilogb of %a: %d %d", x, ilogb(x), rt_ilogb(x));
    }
}

static int same_long(long double a, long double b) {
    return memcmp(&a, &b, 10) == 0 || (a != a && b != b);
}

/* The same in the formats beside. */
static void other_fractions(void) {
    for (int i = 0; i < 10000; i++) {
        uint64_t bits = random_bits();
        float x, y = (float)some_real(), c, d;
        long double u = ldexpl((long double)some_real(), (int)below(30000) - 15000), v = ldexpl((long double)random_bits(), (int)below(200) - 100);
        int m = 0, n = 0, by = (int)below(600) - 300;
        memcpy(&x, &bits, sizeof x);
        CHECK(same_real(frexpf(x, &m), rt_frexpf(x, &n)) && (x - x != 0 || m == n), "frexpf of %a: %d %d", x, m, n);
        CHECK(same_real(ldexpf(x, by), rt_ldexpf(x, by)), "ldexpf of %a by %d", x, by);
        CHECK(same_real(modff(x, &c), rt_modff(x, &d)) && same_real(c, d), "modff of %a", x);
        CHECK(same_real(fmodf(x, y), rt_fmodf(x, y)), "fmodf of %a and %a", x, y);
        CHECK(same_rest(remainderf(x, y), rt_remainderf(x, y)), "remainderf of %a and %a", x, y);
        CHECK(same_real(nextafterf(x, y), rt_nextafterf(x, y)), "nextafterf of %a and %a", x, y);
        CHECK(same_long(frexpl(u, &m), rt_frexpl(u, &n)) && (u - u != 0 || m == n), "frexpl of %La: %d %d", u, m, n);
        CHECK(same_long(ldexpl(u, by * 60), rt_ldexpl(u, by * 60)), "ldexpl of %La by %d", u, by * 60);
        CHECK(remainderl(u, v) == rt_remainderl(u, v) || u - u != 0, "remainderl of %La and %La", u, v);
        CHECK(same_long(nextafterl(u, v), rt_nextafterl(u, v)), "nextafterl of %La and %La", u, v);
    }
}

static void messages(void) {
    char *told = 0;
    size_t size = 0;
    FILE *before = stderr;
    stderr = open_memstream(&told, &size);
    written_count = 0;
    error(0, 0, "%d", 5), rt_error(0, 0, "%d", 5);
    error(0, ENOENT, "x"), rt_error(0, ENOENT, "x");
    warnx("w%s", "x"), rt_warnx("w%s", "x");
    errno = *rt___errno_location() = EINVAL;
    warn("y"), rt_warn("y");
    fclose(stderr);
    stderr = before;
    CHECK(size == written_count && memcmp(told, written, size) == 0, "'%s' '%.*s'", told, (int)written_count, written);
    CHECK(rt_error_message_count == 2 && strcmp(program_invocation_name, rt_program_invocation_name) == 0, "counted");
    free(told);
}

#define obstack_chunk_alloc rt_malloc
#define obstack_chunk_free rt_free
#define _obstack_begin rt__obstack_begin
#define _obstack_newchunk rt__obstack_newchunk

/* The header's own macros over the runtime's functions. */
static void obstacks(void) {
    struct obstack o;
    char *made[40];
    obstack_init(&o);
    for (int i = 0; i < 40; i++) {
        for (int j = 0; j < i * 17; j++)
            obstack_1grow(&o, (char)('a' + (i + j) % 26));
        rt_obstack_printf(&o, "<%d>", i);
        obstack_1grow(&o, 0);
        made[i] = obstack_finish(&o);
    }
    for (int i = 0; i < 40; i++) {
        char end[16];
        sprintf(end, "<%d>", i);
        CHECK(strcmp(made[i] + i * 17, end) == 0 && (i == 0 || made[i][0] == 'a' + i % 26), "obstack: object %d", i);
    }
    rt_obstack_free(&o, made[5]);
    CHECK(strcmp(made[4] + 4 * 17, "<4>") == 0 && obstack_alloc(&o, 8) == made[5], "obstack_free");
    rt_obstack_free(&o, 0);
}

void test_rest(void) {
    paths();
    more_numbers();
    fractions();
    other_fractions();
    messages();
    obstacks();
    heap();
    sorting();
    random_numbers();
    environment();
    arithmetic();
    other_languages();
    ends();
}
