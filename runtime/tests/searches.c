/* Trees and tables of search.h, and vectors of strings, against those of libc: the same random calls on both. */
#include "native.h"

#include <argz.h>
#include <envz.h>
#include <search.h>

RT(tsearch); RT(tfind); RT(tdelete); RT(twalk); RT(twalk_r); RT(tdestroy); RT(hcreate_r); RT(hsearch_r); RT(hdestroy_r); RT(hcreate); RT(hsearch); RT(hdestroy);
RT(argz_create); RT(argz_create_sep); RT(argz_add); RT(argz_add_sep); RT(argz_append); RT(argz_count); RT(argz_extract); RT(argz_stringify); RT(argz_delete);
RT(argz_insert); RT(argz_next); RT(argz_replace); RT(envz_add); RT(envz_entry); RT(envz_get); RT(envz_merge); RT(envz_remove); RT(envz_strip); RT(malloc); RT(free);
extern int *rt___errno_location(void);

enum { MOST_STEPS = 4000 };

/* What was compared or visited, in order. */
static long steps[MOST_STEPS];
static int step_count;

static void note(long step) {
    if (step_count < MOST_STEPS)
        steps[step_count++] = step;
}

static int compare(const void *a, const void *b) {
    note((long)a * 1000 + (long)b);
    return (long)a < (long)b ? -1 : (long)a > (long)b;
}

static void visit(const void *node, VISIT which, int depth) {
    note(*(long *)node * 1000 + which * 100 + depth);
}

static void visit_r(const void *node, VISIT which, void *given) {
    note(*(long *)node * 1000 + which * 100 + *(int *)given);
}

static void forget(void *key) {
    note((long)key);
}

static int same_steps(long *before, int count) {
    return count == step_count && memcmp(before, steps, (size_t)count * sizeof *steps) == 0;
}

static void trees(void) {
    static long before[MOST_STEPS];
    void *a = 0, *b = 0;
    long range = (long)below(60) + 1;
    int given = 7;
    for (int i = (int)below(150); i > 0; i--) {
        void *key = (void *)(long)(1 + below((uint64_t)range)), *x, *y;
        int what = (int)below(5);
        step_count = 0;
        x = what < 3 ? tsearch(key, &a, compare) : what == 3 ? tdelete(key, &a, compare) : tfind(key, &a, compare);
        int count = step_count;
        memcpy(before, steps, sizeof steps);
        step_count = 0;
        y = what < 3 ? rt_tsearch(key, &b, compare) : what == 3 ? rt_tdelete(key, &b, compare) : rt_tfind(key, &b, compare);
        CHECK(!x == !y && same_steps(before, count), "call %d of %ld: %p %p, %d and %d comparisons", what, (long)key, x, y, count, step_count);
        CHECK(!x || what == 3 || *(long *)x == *(long *)y, "call %d of %ld", what, (long)key);
    }
    for (int round = 0; round < 3; round++) {
        step_count = 0;
        round == 0 ? twalk(a, visit) : round == 1 ? twalk_r(a, visit_r, &given) : tdestroy(a, forget);
        int count = step_count;
        memcpy(before, steps, sizeof steps);
        step_count = 0;
        round == 0 ? rt_twalk(b, visit) : round == 1 ? rt_twalk_r(b, visit_r, &given) : rt_tdestroy(b, forget);
        CHECK(same_steps(before, count), "walk %d: %d and %d steps", round, count, step_count);
    }
}

static void tables(void) {
    struct hsearch_data a = {0}, b = {0};
    size_t size = below(40);
    CHECK(hcreate_r(size, &a) == rt_hcreate_r(size, &b) && a.size == b.size, "hcreate_r of %zu: %u %u", size, a.size, b.size);
    for (int i = 0; i < 80; i++) {
        ENTRY entry = {random_string(2, "abcdefghij"), (void *)(long)i}, *x, *y;
        ACTION action = below(3) ? ENTER : FIND;
        errno = *rt___errno_location() = 0;
        int n = hsearch_r(entry, action, &x, &a), m = rt_hsearch_r(entry, action, &y, &b);
        CHECK(n == m && !x == !y && errno == *rt___errno_location() && (!x || x->data == y->data), "hsearch_r of '%s': %d %d, errno %d %d", entry.key, n, m, errno, *rt___errno_location());
    }
    hdestroy_r(&a), rt_hdestroy_r(&b);
    ENTRY entry = {"key", "data"};
    CHECK(rt_hcreate(3) == 1 && rt_hcreate(3) == 0 && rt_hsearch(entry, FIND) == 0 && rt_hsearch(entry, ENTER) && strcmp(rt_hsearch(entry, FIND)->data, "data") == 0, "hsearch");
    rt_hdestroy();
}

static void vectors(void) {
    char *a, *b, *list = random_string(20, "ab:c=");
    size_t n, m;
    CHECK(argz_create_sep(list, ':', &a, &n) == rt_argz_create_sep(list, ':', &b, &m), "argz_create_sep");
    for (int i = (int)below(12); i >= 0; i--) {
        CHECK(n == m && !a == !b && (n == 0 || memcmp(a, b, n) == 0), "vectors: %zu %zu", n, m);
        char *s = random_string(5, "ab=c"), *t = random_string(3, "ab:");
        size_t at = n ? below(n) : 0;
        unsigned x = 1, y = 1;
        int p = 0, q = 0;
        switch (below(12)) {
        case 0: p = argz_add(&a, &n, s), q = rt_argz_add(&b, &m, s); break;
        case 1: p = argz_add_sep(&a, &n, s, 'b'), q = rt_argz_add_sep(&b, &m, s, 'b'); break;
        case 2: p = argz_append(&a, &n, s, strlen(s) + 1), q = rt_argz_append(&b, &m, s, strlen(s) + 1); break;
        case 3: p = (int)argz_count(a, n), q = (int)rt_argz_count(b, m); break;
        case 4:
            if (n && (at == 0 || a[at - 1] == 0))
                argz_delete(&a, &n, a + at), rt_argz_delete(&b, &m, b + at);
            break;
        case 5: p = argz_insert(&a, &n, n ? a + at : 0, s), q = rt_argz_insert(&b, &m, m ? b + at : 0, s); break;
        case 6: p = argz_replace(&a, &n, t, s, &x), q = rt_argz_replace(&b, &m, t, s, &y), p += (int)x * 10, q += (int)y * 10; break;
        case 7: p = envz_add(&a, &n, "ab", below(2) ? s : 0), q = 0; if (a) { size_t k = n; rt_free(b); b = rt_malloc(k + 1); memcpy(b, a, k); m = k; } break;
        case 8: {
            char *v = envz_get(a, n, s), *w = rt_envz_get(b, m, s), *e = envz_entry(a, n, s), *f = rt_envz_entry(b, m, s);
            CHECK(!v == !w && (!v || v - a == w - b) && !e == !f && (!e || e - a == f - b), "envz_get of '%s'", s);
            break;
        }
        case 9: envz_remove(&a, &n, s), rt_envz_remove(&b, &m, s); break;
        case 10: if (n) envz_strip(&a, &n), rt_envz_strip(&b, &m); break;
        case 11: {
            static const char other[] = "a=1\0b\0ab=2";
            int overrides = (int)below(2);
            p = envz_merge(&a, &n, other, sizeof other, overrides), q = rt_envz_merge(&b, &m, other, sizeof other, overrides);
        }
        }
        CHECK(p == q, "vectors: %d %d", p, q);
        free(s), free(t);
    }
    if (n)
        argz_stringify(a, n, ','), rt_argz_stringify(b, m, ',');
    CHECK(n == m && (n == 0 || memcmp(a, b, n) == 0), "argz_stringify");
    free(a), rt_free(b), free(list);
    char *words[] = {"one", "", "two", 0}, *back[4];
    CHECK(rt_argz_create(words, &b, &m) == 0 && m == 9, "argz_create");
    rt_argz_extract(b, m, back);
    CHECK(strcmp(back[2], "two") == 0 && !back[3], "argz_extract");
    CHECK(rt_envz_add(&b, &m, "x", "y") == 0 && strcmp(rt_envz_get(b, m, "x"), "y") == 0 && rt_envz_add(&b, &m, "x", 0) == 0 && !rt_envz_get(b, m, "x"), "envz_add");
    rt_free(b);
}

void test_searches(void) {
    for (int i = 0; i < 3000; i++) {
        trees();
        tables();
        vectors();
    }
}
