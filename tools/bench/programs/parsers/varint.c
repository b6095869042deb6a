// Reads numbers of seven bits a byte whose last byte has no upper bit.
#include "marks.h"
#ifndef N
#define N 9
#endif

int main(void) {
    unsigned char s[N];
    unsigned long sum = 0;
    int shift = 0, numbers = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        OPEN();
        if (shift < 28) sum += (unsigned long)(s[i] & 0x7f) << shift;
        shift += 7;
        if (s[i] < 0x80) {
            numbers++;
            shift = 0;
        }
        CLOSE();
    }
    assert(numbers <= N);
    if (sum == 300) return N + 1;
    return numbers;
}
