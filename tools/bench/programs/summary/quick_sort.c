// Quick sort of N records by a comparison that is passed as a pointer: once upwards, once downwards.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 5
#endif

struct record {
    unsigned char key, place;
};

typedef int (*before_t)(const struct record *, const struct record *);

static int upwards(const struct record *a, const struct record *b) { return a->key < b->key; }
static int downwards(const struct record *a, const struct record *b) { return a->key > b->key; }

static void swap(struct record *a, struct record *b) {
    struct record kept = *a;
    *a = *b;
    *b = kept;
}

static void quick_sort(struct record *from, struct record *to, before_t before) {
    if (to - from < 2) return;
    struct record *pivot = to - 1, *store = from;
    for (struct record *at = from; at < pivot; at++)
        if (before(at, pivot)) swap(at, store++);
    swap(store, pivot);
    quick_sort(from, store, before);
    quick_sort(store + 1, to, before);
}

int main(void) {
    unsigned char keys[N], down;
    struct record records[N];
    klee_make_symbolic(keys, sizeof keys, "keys");
    klee_make_symbolic(&down, sizeof down, "down");
    for (int i = 0; i < N; i++) records[i] = (struct record){keys[i], i};
    before_t before = down ? downwards : upwards;
    quick_sort(records, records + N, before);
    unsigned seen = 0;
    for (int i = 0; i < N; i++) {
        // Each record is one of those that came in, and none is there twice.
        assert(records[i].key == keys[records[i].place]);
        seen |= 1u << records[i].place;
        if (i) assert(!before(&records[i], &records[i - 1]));
    }
    assert(seen == (1u << N) - 1);
    return 0;
}
