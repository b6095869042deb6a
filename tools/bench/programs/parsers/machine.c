// A stack machine: digits are pushed, operators take two; its depth and its faults are counted.
#include "marks.h"
#ifndef N
#define N 5
#endif

int main(void) {
    char s[N];
    int depth = 0, faults = 0, pushed = 0;
    int stack[N + 1] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        OPEN();
        char c = s[i];
        if (c >= '0' && c <= '9') {
            stack[depth++] = c - '0';
            pushed++;
        } else if (c == '+' || c == '-') {
            if (depth < 2) faults++;
            else {
                int b = stack[--depth], a = stack[depth - 1];
                stack[depth - 1] = c == '+' ? a + b : a - b;
            }
        } else if (c == 'd') {
            if (depth < 1) faults++;
            else depth--;
        }
        CLOSE();
    }
    assert(depth <= pushed);
    assert(depth >= 0 && depth <= N);
    assert(faults <= N && pushed <= N);
#ifdef RELATED
    assert(faults + pushed <= N);
#endif
    return depth;
}
