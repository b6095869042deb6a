/* qsort and bsearch.
 *
 * The sort merges halves: it ends whatever the comparison answers, keeps the order of equal elements and compares in
 * the order in which glibc does, so that programs that print from their comparison print the same. */
#include "runtime.h"

typedef int compare(const void *, const void *);
typedef int compare_with(const void *, const void *, void *);

struct order {
    size_t size;
    compare_with *compare;
    void *argument;
};

/* Sorts `n` elements at `at` by means of `room`, which is as large. */
static void merge_sort(char *at, size_t n, char *room, const struct order *order) {
    if (n <= 1)
        return;
    size_t size = order->size, left = n / 2, right = n - n / 2;
    char *a = at, *b = at + left * size, *to = room;
    merge_sort(a, left, room, order);
    merge_sort(b, right, room, order);
    while (left > 0 && right > 0) {
        if (order->compare(a, b, order->argument) <= 0) {
            memcpy(to, a, size);
            a += size;
            left--;
        } else {
            memcpy(to, b, size);
            b += size;
            right--;
        }
        to += size;
    }
    memcpy(to, a, left * size);
    memcpy(at, room, (n - right) * size);
}

API void qsort_r(void *base, size_t n, size_t size, compare_with *compare, void *argument) {
    struct order order = {size, compare, argument};
    if (n <= 1 || size == 0)
        return;
    char *room = __braid_alloc(n * size, 16, 0);
    merge_sort(base, n, room, &order);
    __braid_free(room);
}

static int call_compare(const void *a, const void *b, void *compare_function) {
    return ((compare *)compare_function)(a, b);
}

API void qsort(void *base, size_t n, size_t size, compare *compare) {
    qsort_r(base, n, size, call_compare, (void *)compare);
}

API void *bsearch(const void *key, const void *base, size_t n, size_t size, compare *compare) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *at = (const char *)base + middle * size;
        int order = compare(key, at);
        if (order == 0)
            return (void *)at;
        if (order < 0) {
            STAY_BRANCH;
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return 0;
}
