// Heap sort of N bytes.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 5
#endif

static void swap(unsigned char *a, unsigned char *b) {
    unsigned char kept = *a;
    *a = *b;
    *b = kept;
}

static void sift_down(unsigned char *heap, int at, int size) {
    for (int child; (child = 2 * at + 1) < size; at = child) {
        if (child + 1 < size && heap[child + 1] > heap[child]) child++;
        if (heap[at] >= heap[child]) return;
        swap(&heap[at], &heap[child]);
    }
}

static void heap_sort(unsigned char *bytes, int size) {
    for (int at = size / 2; at-- > 0;) sift_down(bytes, at, size);
    for (int end = size; --end > 0;) {
        swap(&bytes[0], &bytes[end]);
        sift_down(bytes, 0, end);
    }
}

int main(void) {
    unsigned char bytes[N];
    unsigned before = 0, after = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < N; i++) before += bytes[i];
    heap_sort(bytes, N);
    for (int i = 0; i < N; i++) after += bytes[i];
    for (int i = 1; i < N; i++) assert(bytes[i - 1] <= bytes[i]);
    assert(before == after);
    return 0;
}
