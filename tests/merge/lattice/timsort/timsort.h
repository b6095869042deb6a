// TimSort's merging of runs, written anew from the published description of the algorithm (Peters 2002; de Gouw et al., CAV 2015): a stack of
// runs, merged so that it stays short, with galloping and a buffer for the smaller of two runs.
//
// STACK is how many runs the stack has room for, ELEMENTS how many elements the array has. With FIXED, mergeCollapse looks at one more run, as the JDK
// does since version 9.
#include <assert.h>
#include <braid.h>

#ifndef STACK
#define STACK 4
#endif
#ifndef ELEMENTS
#define ELEMENTS 8
#endif
// Elements of the buffer at first.
#define FIRST_BUFFER 2
// Elements that one side has to win in a row before merging gallops.
#define MIN_GALLOP 2

static int a[ELEMENTS];
static int tmp[ELEMENTS];
static int tmp_length = FIRST_BUFFER;
static int run_base[STACK], run_length[STACK];
static int stack_size;
static int min_gallop = MIN_GALLOP;

// Where a key belongs in a sorted range, in front of all that are equal to it; begins to look at a hint.
static int gallop_left(int key, const int *range, int base, int length, int hint) {
    int last = 0, offset = 1;
    if (key > range[base + hint]) {
        int most = length - hint;
        while (offset < most && key > range[base + hint + offset]) {
            last = offset;
            offset = offset * 2 + 1;
        }
        if (offset > most)
            offset = most;
        last += hint;
        offset += hint;
    } else {
        int most = hint + 1, swapped;
        while (offset < most && key <= range[base + hint - offset]) {
            last = offset;
            offset = offset * 2 + 1;
        }
        if (offset > most)
            offset = most;
        swapped = last;
        last = hint - offset;
        offset = hint - swapped;
    }
    last++;
    while (last < offset) {
        int middle = last + (offset - last) / 2;
        if (key > range[base + middle])
            last = middle + 1;
        else
            offset = middle;
    }
    return offset;
}

// The same, behind all that are equal to it.
static int gallop_right(int key, const int *range, int base, int length, int hint) {
    int last = 0, offset = 1;
    if (key < range[base + hint]) {
        int most = hint + 1, swapped;
        while (offset < most && key < range[base + hint - offset]) {
            last = offset;
            offset = offset * 2 + 1;
        }
        if (offset > most)
            offset = most;
        swapped = last;
        last = hint - offset;
        offset = hint - swapped;
    } else {
        int most = length - hint;
        while (offset < most && key >= range[base + hint + offset]) {
            last = offset;
            offset = offset * 2 + 1;
        }
        if (offset > most)
            offset = most;
        last += hint;
        offset += hint;
    }
    last++;
    while (last < offset) {
        int middle = last + (offset - last) / 2;
        if (key < range[base + middle])
            offset = middle;
        else
            last = middle + 1;
    }
    return offset;
}

static void move(int *to, int at, const int *from, int start, int count) {
    if (to + at <= from + start) {
        for (int i = 0; i < count; i++)
            to[at + i] = from[start + i];
    } else {
        for (int i = count - 1; i >= 0; i--)
            to[at + i] = from[start + i];
    }
}

// Makes room for so many elements in the buffer: the next power of two, but no more than half of the array.
static void ensure_capacity(int least) {
    if (tmp_length < least) {
        int size = least;
        size |= size >> 1;
        size |= size >> 2;
        size |= size >> 4;
        size |= size >> 8;
        size |= size >> 16;
        size++;
        if (size < 0)
            size = least;
        else if (size > ELEMENTS / 2)
            size = ELEMENTS / 2 > least ? ELEMENTS / 2 : least;
        tmp_length = size;
    }
}

// Merges two runs of which the first is the shorter one, from left to right.
static void merge_low(int base1, int length1, int base2, int length2) {
    ensure_capacity(length1);
    assert(length1 <= tmp_length && tmp_length <= ELEMENTS);
    move(tmp, 0, a, base1, length1);
    int cursor1 = 0, cursor2 = base2, to = base1;
    while (length1 > 0 && length2 > 0) {
        int wins1 = 0, wins2 = 0;
        while (length1 > 0 && length2 > 0 && (wins1 | wins2) < min_gallop) {
            if (a[cursor2] < tmp[cursor1]) {
                a[to++] = a[cursor2++];
                length2--;
                wins2++;
                wins1 = 0;
            } else {
                a[to++] = tmp[cursor1++];
                length1--;
                wins1++;
                wins2 = 0;
            }
        }
        if (length1 > 0 && length2 > 0) {
            int count = gallop_right(a[cursor2], tmp, cursor1, length1, 0);
            move(a, to, tmp, cursor1, count);
            to += count;
            cursor1 += count;
            length1 -= count;
            if (length1 > 0) {
                count = gallop_left(tmp[cursor1], a, cursor2, length2, 0);
                move(a, to, a, cursor2, count);
                to += count;
                cursor2 += count;
                length2 -= count;
            }
        }
    }
    move(a, to, tmp, cursor1, length1);
}

// Merges two runs of which the second is the shorter one, from right to left.
static void merge_high(int base1, int length1, int base2, int length2) {
    ensure_capacity(length2);
    assert(length2 <= tmp_length && tmp_length <= ELEMENTS);
    move(tmp, 0, a, base2, length2);
    int cursor1 = base1 + length1 - 1, cursor2 = length2 - 1, to = base2 + length2 - 1;
    while (length1 > 0 && length2 > 0) {
        int wins1 = 0, wins2 = 0;
        while (length1 > 0 && length2 > 0 && (wins1 | wins2) < min_gallop) {
            if (tmp[cursor2] < a[cursor1]) {
                a[to--] = a[cursor1--];
                length1--;
                wins1++;
                wins2 = 0;
            } else {
                a[to--] = tmp[cursor2--];
                length2--;
                wins2++;
                wins1 = 0;
            }
        }
        if (length1 > 0 && length2 > 0) {
            int count = length1 - gallop_right(tmp[cursor2], a, base1, length1, length1 - 1);
            to -= count;
            cursor1 -= count;
            length1 -= count;
            move(a, to + 1, a, cursor1 + 1, count);
            if (length1 > 0) {
                count = length2 - gallop_left(a[cursor1], tmp, 0, length2, length2 - 1);
                to -= count;
                cursor2 -= count;
                length2 -= count;
                move(a, to + 1, tmp, cursor2 + 1, count);
            }
        }
    }
    move(a, to - length2 + 1, tmp, 0, length2);
}

// Merges the runs i and i + 1 of the stack.
static void merge_at(int i) {
    int base1 = run_base[i], length1 = run_length[i], base2 = run_base[i + 1], length2 = run_length[i + 1];
    run_length[i] = length1 + length2;
    if (i == stack_size - 3) {
        run_base[i + 1] = run_base[i + 2];
        run_length[i + 1] = run_length[i + 2];
    }
    stack_size--;
#ifndef LENGTHS_ONLY
    int skipped = gallop_right(a[base2], a, base1, length1, 0);
    base1 += skipped;
    length1 -= skipped;
    if (length1 == 0)
        return;
    length2 = gallop_left(a[base1 + length1 - 1], a, base2, length2, length2 - 1);
    if (length2 == 0)
        return;
    if (length1 <= length2)
        merge_low(base1, length1, base2, length2);
    else
        merge_high(base1, length1, base2, length2);
#else
    (void)base1;
    (void)base2;
#endif
}

// Merges runs until, of any three, each is longer than the two behind it together. The first published version looks at the last three only.
static void merge_collapse(void) {
    while (stack_size > 1) {
        int n = stack_size - 2;
        if ((n > 0 && run_length[n - 1] <= run_length[n] + run_length[n + 1])
#ifdef FIXED
            || (n > 1 && run_length[n - 2] <= run_length[n - 1] + run_length[n])
#endif
        ) {
            if (run_length[n - 1] < run_length[n + 1])
                n--;
            merge_at(n);
        } else if (run_length[n] <= run_length[n + 1]) {
            merge_at(n);
        } else {
            break;
        }
    }
}

static void merge_force_collapse(void) {
    while (stack_size > 1) {
        int n = stack_size - 2;
        if (n > 0 && run_length[n - 1] < run_length[n + 1])
            n--;
        merge_at(n);
    }
}

static void push_run(int base, int length) {
    run_base[stack_size] = base;
    run_length[stack_size] = length;
    stack_size++;
}
