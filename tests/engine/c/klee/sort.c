// KLEE's sorting example: insertion sort is right, bubble sort stops after one round, so that they differ.
// paths: 24 -- the insertion decides one of 4! orders; bubble sort then has no choice. 8 orders need one round only.
// try input[4]: 1 2 3 4
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static void insert(int *sorted, unsigned count, int item) {
    unsigned i = 0;
    for (; i != count; ++i) {
        if (item < sorted[i]) {
            memmove(&sorted[i + 1], &sorted[i], sizeof(*sorted) * (count - i));
            break;
        }
    }
    sorted[i] = item;
}

static void insertion_sort(int *array, unsigned count) {
    int *sorted = malloc(sizeof(*sorted) * count);
    for (unsigned i = 0; i != count; ++i)
        insert(sorted, i, array[i]);
    memcpy(array, sorted, sizeof(*array) * count);
    free(sorted);
}

static void bubble_sort(int *array, unsigned count) {
    for (unsigned i = 0; i + 1 < count; ++i) {
        if (array[i + 1] < array[i]) {
            int swap = array[i + 1];
            array[i + 1] = array[i];
            array[i] = swap;
        }
    }
}

int main(void) {
    int input[4], other[4];
    klee_make_symbolic(input, sizeof input, "input");
    memcpy(other, input, sizeof input);
    insertion_sort(input, 4);
    bubble_sort(other, 4);
    for (unsigned i = 0; i != 4; ++i)
        assert(input[i] == other[i]); //~ bug: assert
    return 0;
}
