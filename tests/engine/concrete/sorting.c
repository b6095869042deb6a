// Seven sorting algorithms over the same numbers must give the same order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 200

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        for (; j > 0 && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

static void shell(int *a, int n) {
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap) {
                int t = a[j];
                a[j] = a[j - gap];
                a[j - gap] = t;
            }
}

static void quick(int *a, int n) {
    if (n < 2)
        return;
    int pivot = a[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quick(a, j + 1);
    quick(a + i, n - i);
}

static void sift(int *a, int root, int n) {
    for (int child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && a[child + 1] > a[child])
            child++;
        if (a[root] >= a[child])
            return;
        int t = a[root];
        a[root] = a[child];
        a[child] = t;
    }
}

static void heap(int *a, int n) {
    for (int i = n / 2; i-- > 0;)
        sift(a, i, n);
    while (n-- > 1) {
        int t = a[0];
        a[0] = a[n];
        a[n] = t;
        sift(a, 0, n);
    }
}

static void merge(int *a, int n) {
    if (n < 2)
        return;
    int half = n / 2, *copy = malloc((size_t)n * sizeof *copy);
    merge(a, half);
    merge(a + half, n - half);
    for (int i = 0, j = half, k = 0; k < n; k++)
        copy[k] = j >= n || (i < half && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, copy, (size_t)n * sizeof *a);
    free(copy);
}

static void radix(int *a, int n) {
    int *from = a, *to = malloc((size_t)n * sizeof *to), *other = to;
    for (int shift = 0; shift < 32; shift += 8) {
        int count[257] = {0};
        for (int i = 0; i < n; i++)
            count[((unsigned)from[i] ^ 0x80000000u) >> shift & 255]++;
        for (int i = 0, sum = 0; i < 256; i++) {
            int t = count[i];
            count[i] = sum;
            sum += t;
        }
        for (int i = 0; i < n; i++)
            to[count[((unsigned)from[i] ^ 0x80000000u) >> shift & 255]++] = from[i];
        int *t = from;
        from = to;
        to = t;
    }
    free(other);
}

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void library(int *a, int n) { qsort(a, (size_t)n, sizeof *a, compare); }

int main(void) {
    static const struct {
        const char *name;
        void (*sort)(int *, int);
    } sorts[] = {{"insertion", insertion}, {"shell", shell}, {"quick", quick}, {"heap", heap}, {"merge", merge}, {"radix", radix}, {"library", library}};
    int numbers[N], sorted[N], work[N];
    unsigned state = 42;
    for (int i = 0; i < N; i++) {
        state = state * 1103515245u + 12345u;
        numbers[i] = (int)(state >> 8) % 1000 - 300;
    }
    memcpy(sorted, numbers, sizeof numbers);
    insertion(sorted, N);
    for (unsigned i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        memcpy(work, numbers, sizeof numbers);
        sorts[i].sort(work, N);
        printf("%-10s %s\n", sorts[i].name, memcmp(work, sorted, sizeof work) == 0 ? "ok" : "wrong");
    }
    for (int i = 0; i < N; i += 20)
        printf("%d ", sorted[i]);
    puts("");
    return 0;
}
