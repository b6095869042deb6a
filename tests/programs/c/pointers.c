// Pointer arithmetic: differences, comparisons, pointers to pointers, to arrays, casts to integers and back, tagging.
#include <stdint.h>
#include <stdio.h>

struct item { char tag; int value; };

int main(void) {
    struct item items[6] = {{'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}, {'e', 5}, {'f', 6}};
    struct item *first = items, *last = items + 5, **cursor = &first;
    int sum = 0;
    for (struct item *p = last; p >= items + 1; p -= 2) sum += p->value;
    ++*cursor;
    printf("%d %ld %d %c\n", sum, (long)(last - first), first < last, (*cursor)->tag);
    int grid[3][4];
    int (*row)[4] = grid, *flat = &grid[0][0];
    for (int i = 0; i < 12; i++) flat[i] = i * i;
    printf("%d %d %ld\n", row[2][1], *(*(grid + 1) + 2), (long)(&grid[2] - &grid[0]));
    uintptr_t tagged = (uintptr_t)&items[3] | 1;
    struct item *clean = (struct item *)(tagged & ~(uintptr_t)1);
    char *bytes = (char *)clean + __builtin_offsetof(struct item, value);
    printf("%lu %d %d\n", (unsigned long)(tagged & 1), clean->value, *(int *)bytes);
    void *none = NULL;
    return none == (void *)0 && &items[6] - items == 6;
}
