/* String and memory functions on random inputs over small alphabets, so that matches are frequent. */
#include "native.h"

#include <strings.h>

RT(strlen); RT(strnlen); RT(strcpy); RT(stpcpy); RT(strncpy); RT(stpncpy); RT(strcat); RT(strncat); RT(strcmp);
RT(strncmp); RT(strcasecmp); RT(strncasecmp); RT(strchr); RT(strrchr); RT(strchrnul); RT(strstr); RT(strcasestr);
RT(strspn); RT(strcspn); RT(strpbrk); RT(strtok_r); RT(strtok); RT(strsep); RT(strcoll); RT(strxfrm); RT(strdup);
RT(strndup); RT(index); RT(rindex); RT(basename);
RT(memcmp); RT(bcmp); RT(memchr); RT(memrchr); RT(rawmemchr); RT(mempcpy); RT(memccpy); RT(memmem); RT(bzero);
RT(explicit_bzero); RT(bcopy); RT(swab);
size_t rt_strlcpy(char *to, const char *from, size_t n);
size_t rt_strlcat(char *to, const char *from, size_t n);

enum { ROUNDS = 6000 };

/* The result of a comparison; of the sanitizer's own comparisons the sign. */
static int order(int n) {
    return SANITIZED ? (n > 0) - (n < 0) : n;
}

static void compare(const char *a, const char *b) {
    size_t n = below(14), na = strnlen(a, n), nb = strnlen(b, n);
    CHECK(order(rt_strcmp(a, b)) == order(strcmp(a, b)), "'%s' '%s'", a, b);
    CHECK(order(rt_strcoll(a, b)) == order(strcmp(a, b)), "'%s' '%s'", a, b);
    CHECK(order(rt_strcasecmp(a, b)) == order(strcasecmp(a, b)), "'%s' '%s'", a, b);
    CHECK(order(rt_strncmp(a, b, n)) == order(strncmp(a, b, n)), "'%s' '%s' %zu", a, b, n);
    CHECK(order(rt_strncasecmp(a, b, n)) == order(strncasecmp(a, b, n)), "'%s' '%s' %zu", a, b, n);
    /* Without a terminator: nothing behind n is read. */
    char *p = memcpy(block(n), a, na), *q = memcpy(block(n), b, nb);
    if (na == n && nb == n) {
        CHECK(order(rt_strncmp(p, q, n)) == order(strncmp(p, q, n)), "'%.*s' '%.*s'", (int)n, p, (int)n, q);
        CHECK(rt_strnlen(p, n) == n, "'%.*s'", (int)n, p);
    }
    free(p);
    free(q);
}

static void search(const char *s, const char *set) {
    int c = (int)below(5) == 0 ? 0 : "abcAB/ "[below(7)] + (below(2) ? 0 : 256);
    CHECK(rt_strchr(s, c) == strchr(s, c), "'%s' %d", s, c);
    CHECK(rt_index(s, c) == strchr(s, c), "'%s' %d", s, c);
    CHECK(rt_strrchr(s, c) == strrchr(s, c), "'%s' %d", s, c);
    CHECK(rt_rindex(s, c) == strrchr(s, c), "'%s' %d", s, c);
    CHECK(rt_strchrnul(s, c) == strchrnul(s, c), "'%s' %d", s, c);
    CHECK(rt_strstr(s, set) == strstr(s, set), "'%s' '%s'", s, set);
    CHECK(rt_strcasestr(s, set) == strcasestr(s, set), "'%s' '%s'", s, set);
    CHECK(rt_strspn(s, set) == strspn(s, set), "'%s' '%s'", s, set);
    CHECK(rt_strcspn(s, set) == strcspn(s, set), "'%s' '%s'", s, set);
    CHECK(rt_strpbrk(s, set) == strpbrk(s, set), "'%s' '%s'", s, set);
    CHECK(rt_basename(s) == basename(s), "'%s'", s);
    CHECK(rt_strlen(s) == strlen(s), "'%s'", s);
    size_t n = below(14);
    CHECK(rt_strnlen(s, n) == strnlen(s, n), "'%s' %zu", s, n);
}

static void copy(const char *a, const char *b) {
    enum { ROOM = 40 };
    char x[ROOM], y[ROOM];
    size_t n = below(14);
#define BOTH(ours, theirs)                                                                                            \
    do {                                                                                                              \
        memset(x, '#', ROOM), memset(y, '#', ROOM);                                                                   \
        strcpy(x, a), strcpy(y, a);                                                                                   \
        CHECK((ours) == (theirs) && memcmp(x, y, ROOM) == 0, "'%s' '%s' %zu", a, b, n);                               \
    } while (0)
    BOTH(rt_strcpy(x, b) - x, strcpy(y, b) - y);
    BOTH(rt_stpcpy(x, b) - x, stpcpy(y, b) - y);
    BOTH(rt_strncpy(x, b, n) - x, strncpy(y, b, n) - y);
    BOTH(rt_stpncpy(x, b, n) - x, stpncpy(y, b, n) - y);
    BOTH(rt_strcat(x, b) - x, strcat(y, b) - y);
    BOTH(rt_strncat(x, b, n) - x, strncat(y, b, n) - y);
    if (strlen(b) < n)
        BOTH((long)rt_strxfrm(x, b, n), (long)strxfrm(y, b, n));
    CHECK(rt_strxfrm(x, b, n) == strlen(b), "'%s' %zu", b, n);
    BOTH(rt_mempcpy(x, b, strlen(b)) - (void *)x, mempcpy(y, b, strlen(b)) - (void *)y);
    /* As snprintf does it, which is how they are documented. */
    BOTH((long)rt_strlcpy(x, b, n), (long)snprintf(y, n, "%s", b));
    size_t kept = strnlen(a, n);
    BOTH(rt_strlcat(x, b, n), kept + (size_t)snprintf(y + kept, n - kept, "%s", b));
    char *p = rt_strdup(b), *q = rt_strndup(b, n), *r = strndup(b, n);
    CHECK(strcmp(p, b) == 0 && strcmp(q, r) == 0, "'%s' %zu", b, n);
    free(p), free(q), free(r);
}

static void tokens(const char *s, const char *set) {
    char *a = copy_of(s), *b = copy_of(s), *ra = 0, *rb = 0, *x, *y;
    x = rt_strtok_r(a, set, &ra);
    y = strtok_r(b, set, &rb);
    for (; x && y; x = rt_strtok_r(0, set, &ra), y = strtok_r(0, set, &rb))
        CHECK(x - a == y - b && strcmp(x, y) == 0, "'%s' '%s'", s, set);
    CHECK(!x && !y, "'%s' '%s'", s, set);
    strcpy(a, s), strcpy(b, s);
    for (x = rt_strtok(a, set), y = strtok(b, set); x && y; x = rt_strtok(0, set), y = strtok(0, set))
        CHECK(x - a == y - b && strcmp(x, y) == 0, "'%s' '%s'", s, set);
    CHECK(!x && !y, "'%s' '%s'", s, set);
    strcpy(a, s), strcpy(b, s);
    ra = a, rb = b;
    do {
        x = rt_strsep(&ra, set);
        y = strsep(&rb, set);
        CHECK(!x == !y && (!x || (x - a == y - b && strcmp(x, y) == 0)), "'%s' '%s'", s, set);
    } while (x && y);
    free(a), free(b);
}

void test_strings(void) {
    for (int i = 0; i < ROUNDS; i++) {
        const char *alphabet = i % 3 == 0 ? "ab" : i % 3 == 1 ? "abcABC/" : "\x01\x7f\x80\xff" "az";
        char *a = random_string(12, alphabet), *b = random_string(i % 2 ? 12 : 3, alphabet);
        compare(a, b);
        search(a, b);
        copy(a, b);
        tokens(a, b);
        free(a), free(b);
    }
}

void test_memory(void) {
    for (int i = 0; i < ROUNDS; i++) {
        size_t n = below(12), m = below(4);
        char *a = block(n), *b = block(n), *part = block(m);
        for (size_t j = 0; j < n; j++)
            a[j] = "ab\0\xff"[below(4)], b[j] = below(8) ? a[j] : "ab\0\xff"[below(4)];
        for (size_t j = 0; j < m; j++)
            part[j] = "ab"[below(2)];
        int c = "ab\0\xff"[below(4)] + (below(2) ? 0 : 512);
        CHECK(order(rt_memcmp(a, b, n)) == order(memcmp(a, b, n)), "%zu", n);
        CHECK(!rt_bcmp(a, b, n) == !bcmp(a, b, n), "%zu", n);
        CHECK(rt_memchr(a, c, n) == memchr(a, c, n), "%d %zu", c, n);
        CHECK(rt_memrchr(a, c, n) == memrchr(a, c, n), "%d %zu", c, n);
        CHECK(rt_memmem(a, n, part, m) == memmem(a, n, part, m), "%zu %zu", n, m);
        if (memchr(a, c, n))
            CHECK(rt_rawmemchr(a, c) == rawmemchr(a, c), "%d", c);
        char x[12], y[12];
        memset(x, '#', 12), memset(y, '#', 12);
        void *p = rt_memccpy(x, a, c, n), *q = memccpy(y, a, c, n);
        CHECK((p ? (char *)p - x : -1) == (q ? (char *)q - y : -1) && memcmp(x, y, 12) == 0, "%d %zu", c, n);
        memset(x, '#', 12), memset(y, '#', 12);
        rt_swab(a, x, (ssize_t)n), swab(a, y, (ssize_t)n);
        CHECK(memcmp(x, y, 12) == 0, "%zu", n);
        rt_bcopy(a, b, n);
        CHECK(memcmp(a, b, n) == 0, "%zu", n);
        rt_bzero(a, n), rt_explicit_bzero(b, n);
        for (size_t j = 0; j < n; j++)
            CHECK(a[j] == 0 && b[j] == 0, "%zu", j);
        free(a), free(b), free(part);
    }
}
