// Looks for the largest of N numbers and where it stands first.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 10
#endif

static const int *find_max(const int *from, const int *to) {
    const int *best = from;
    for (const int *at = from + 1; at < to; at++)
        if (*at > *best) best = at;
    return best;
}

int main(void) {
    int numbers[N];
    klee_make_symbolic(numbers, sizeof numbers, "numbers");
    const int *best = find_max(numbers, numbers + N);
    assert(best >= numbers && best < numbers + N);
    int largest = *best, place = best - numbers;
    for (int i = 0; i < N; i++) {
        assert(numbers[i] <= largest);
        // No branch: the number before the first largest one is smaller.
        assert((i >= place) | (numbers[i] < largest));
    }
    return 0;
}
