// An array that moves what is looked up one place ahead: N lookups of keys that may be anything.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 4
#endif
#define SIZE 6

static unsigned char keys[SIZE];

static int index_of(unsigned char key) {
    for (int i = 0; i < SIZE; i++)
        if (keys[i] == key) return i;
    return -1;
}

static void swap(int i, int j) {
    unsigned char kept = keys[i];
    keys[i] = keys[j];
    keys[j] = kept;
}

static int look_up(unsigned char key) {
    int at = index_of(key);
    if (at > 0) {
        swap(at - 1, at);
        at--;
    }
    return at;
}

int main(void) {
    unsigned char wanted[N];
    int found = 0, hits = 0;
    for (int i = 0; i < SIZE; i++) keys[i] = i;
    klee_make_symbolic(wanted, sizeof wanted, "wanted");
    for (int i = 0; i < N; i++) {
        int at = look_up(wanted[i]);
        if (at >= 0) {
            assert(keys[at] == wanted[i]);
            found++;
        }
        hits += wanted[i] < SIZE;
    }
    assert(found == hits);
    // Every key is still there once.
    unsigned seen = 0;
    for (int i = 0; i < SIZE; i++) seen |= 1u << keys[i];
    assert(seen == (1u << SIZE) - 1);
    return found;
}
