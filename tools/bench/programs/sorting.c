/* Work without any symbolic input: 2,000 numbers sorted by insertion. */
#include <stdint.h>
#include <stdio.h>

enum { COUNT = 2000 };
static int numbers[COUNT];

static void sort(int *items, int count) {
    for (int i = 1; i < count; i++) {
        int item = items[i], at = i;
        for (; at > 0 && items[at - 1] > item; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

int main(void) {
    uint32_t seed = 1;
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525u + 1013904223u;
        numbers[i] = (int)(seed >> 8);
    }
    sort(numbers, COUNT);
    printf("%d %d\n", numbers[0], numbers[COUNT - 1]);
    return 0;
}
