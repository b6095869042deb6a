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

#include <malloc.h>

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

void test_rest(void) {
    heap();
    sorting();
    random_numbers();
    environment();
    arithmetic();
    other_languages();
    ends();
}
