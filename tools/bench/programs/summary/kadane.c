// Kadane's search for the contiguous part of N numbers that has the largest sum, with its bounds.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 6
#endif

struct range {
    int begin, end, sum;
};

static struct range largest_sum(const signed char *numbers, int count) {
    struct range best = {0, 0, 0}, here = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        if (here.sum < 0) {
            here.begin = i;
            here.sum = 0;
        }
        here.sum += numbers[i];
        here.end = i + 1;
        if (here.sum > best.sum) best = here;
    }
    return best;
}

int main(void) {
    signed char numbers[N];
    klee_make_symbolic(numbers, sizeof numbers, "numbers");
    struct range best = largest_sum(numbers, N);
    assert(best.begin <= best.end && best.end <= N);
    int sum = 0;
    for (int i = best.begin; i < best.end; i++) sum += numbers[i];
    assert(sum == best.sum);
    for (int i = 0; i < N; i++) {
        sum = 0;
        for (int j = i; j < N; j++) {
            sum += numbers[j];
            assert(sum <= best.sum);
        }
    }
    return 0;
}
