// One method of TimSort after the other, for all run lengths and elements up to a bound. -DMETHOD=... says which, -DBOUND=... how far, -DFIXED that
// mergeCollapse is the one of JDK 9, -DMOVES that mergeCollapse really moves elements, of which there are 33: enough for the bug with lengths 14, 10, 3, 2, 4.
#ifndef BOUND
#define BOUND 4
#endif
#define GALLOP_LEFT 1
#define GALLOP_RIGHT 2
#define ENSURE_CAPACITY 3
#define MERGE_LOW 4
#define MERGE_HIGH 5
#define MERGE_AT 6
#define COLLAPSE 7
#define FORCE_COLLAPSE 8
#define SORT 9
#ifndef METHOD
#define METHOD COLLAPSE
#endif

#if METHOD == COLLAPSE || METHOD == FORCE_COLLAPSE
// The bound is how many runs there are; merging changes nothing of the stack but lengths, so that elements can be left out.
#define STACK BOUND
#ifdef MOVES
#define ELEMENTS 33
#define MOST_LENGTH 15
#else
#define LENGTHS_ONLY
#define MOST_LENGTH 1000
#endif
#elif METHOD == ENSURE_CAPACITY
#define ELEMENTS (2 * BOUND)
#else
#define ELEMENTS BOUND
#define STACK BOUND
#endif
#include "timsort.h"

// Elements from base on, in order.
static void symbolic_run(int base, int length) {
    for (int i = base; i < base + length; i++) {
        a[i] = braid_int("element");
        if (i > base)
            braid_assume(a[i - 1] <= a[i]);
    }
}

static void check_sorted(int length) {
    for (int i = 1; i < length; i++)
        assert(a[i - 1] <= a[i]);
}

// Of any three runs each is longer than the two behind it together: all but the last `open` ones.
static int is_invariant(int open) {
    int holds = 1;
    for (int i = 0; i + 1 < stack_size - open; i++) {
        holds &= run_length[i] > run_length[i + 1];
        if (i + 2 < stack_size - open)
            holds &= run_length[i] > run_length[i + 1] + run_length[i + 2];
    }
    return holds;
}

int main(void) {
#if METHOD == GALLOP_LEFT || METHOD == GALLOP_RIGHT
    int length = braid_range(1, BOUND + 1, "length"), key = braid_int("key"), hint = braid_int("hint");
    braid_assume((hint >= 0) & (hint < length));
    symbolic_run(0, BOUND);
#if METHOD == GALLOP_LEFT
    int at = gallop_left(key, a, 0, length, hint);
    assert(at >= 0 && at <= length);
    assert(at == 0 || a[at - 1] < key);
    assert(at == length || key <= a[at]);
#else
    int at = gallop_right(key, a, 0, length, hint);
    assert(at >= 0 && at <= length);
    assert(at == 0 || a[at - 1] <= key);
    assert(at == length || key < a[at]);
#endif
#elif METHOD == ENSURE_CAPACITY
    int least = braid_range(1, BOUND + 1, "least");
    ensure_capacity(least);
    assert(tmp_length >= least && tmp_length <= ELEMENTS);
#elif METHOD == MERGE_LOW || METHOD == MERGE_HIGH || METHOD == MERGE_AT
    int length = braid_range(1, BOUND, "length");
    symbolic_run(0, length);
    symbolic_run(length, BOUND - length);
#if METHOD == MERGE_LOW
    merge_low(0, length, length, BOUND - length);
#elif METHOD == MERGE_HIGH
    merge_high(0, length, length, BOUND - length);
#else
    push_run(0, length);
    push_run(length, BOUND - length);
    merge_at(0);
    assert(stack_size == 1 && run_length[0] == BOUND);
#endif
    check_sorted(BOUND);
#elif METHOD == COLLAPSE || METHOD == FORCE_COLLAPSE
    int base = 0;
    for (stack_size = 0; stack_size < BOUND; stack_size++) {
        run_length[stack_size] = braid_range(1, MOST_LENGTH, "length");
        run_base[stack_size] = base;
        base += run_length[stack_size];
    }
    braid_assume(is_invariant(1));
#ifdef MOVES
    braid_assume(base <= ELEMENTS);
#endif
#if METHOD == COLLAPSE
    merge_collapse();
    assert(is_invariant(0));
#else
    merge_force_collapse();
    assert(stack_size == 1);
#endif
#else
    int base = 0;
    while (base < BOUND) {
        int length = braid_range(1, BOUND - base + 1, "length");
        symbolic_run(base, length);
        push_run(base, length);
        merge_collapse();
        base += length;
    }
    merge_force_collapse();
    assert(stack_size == 1 && run_length[0] == BOUND);
    check_sorted(BOUND);
#endif
    return 0;
}
