// A generic sort like qsort: elements of any size moved byte-wise, order given by a callback.
#include <stdio.h>
#include <string.h>

typedef int (*compare)(const void *, const void *);

static void swap(char *a, char *b, size_t size) {
    while (size--) {
        char c = *a;
        *a++ = *b;
        *b++ = c;
    }
}

static void sort(void *base, size_t n, size_t size, compare less) {
    if (n < 2) return;
    char *v = base, *pivot = v;
    swap(v, v + n / 2 * size, size);
    size_t last = 0;
    for (size_t i = 1; i < n; i++)
        if (less(v + i * size, pivot) < 0) swap(v + ++last * size, v + i * size, size);
    swap(v, v + last * size, size);
    sort(v, last, size, less);
    sort(v + (last + 1) * size, n - last - 1, size, less);
}

struct person { char name[8]; short age; };

static int ints(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int names(const void *a, const void *b) { return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name); }
static int ages(const void *a, const void *b) { return ((const struct person *)b)->age - ((const struct person *)a)->age; }

int main(void) {
    int v[30];
    for (int i = 0; i < 30; i++) v[i] = (i * 7919) % 1009 - 500;
    sort(v, 30, sizeof *v, ints);
    for (int i = 0; i < 30; i++) printf("%d ", v[i]);
    struct person people[] = {{"eve", 30}, {"bob", 41}, {"ann", 25}, {"dan", 55}};
    sort(people, 4, sizeof *people, names);
    for (int i = 0; i < 4; i++) printf("%s ", people[i].name);
    sort(people, 4, sizeof *people, ages);
    for (int i = 0; i < 4; i++) printf("%d ", people[i].age);
    puts("");
    return 0;
}
