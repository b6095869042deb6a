// Reads a Roman number.
#include "marks.h"
#ifndef N
#define N 4
#endif

static int worth(char c) {
    switch (c) {
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    case 'L': return 50;
    case 'C': return 100;
    case 'D': return 500;
    case 'M': return 1000;
    default: return 0;
    }
}

int main(void) {
    char s[N];
    int sum = 0, last = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N && s[i]; i++) {
        int value = worth(s[i]);
        if (!value) return 1;
        sum += value;
        if (last && last < value) sum -= 2 * last;
        last = value;
    }
    assert(sum <= 1000 * N);
    return sum == 0;
}
