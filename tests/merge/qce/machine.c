// A stack machine: digits are pushed, operators take two; its depth and its faults are counted.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 3

int main(void) {
    char s[N];
    int depth = 0, faults = 0, pushed = 0;
    int stack[N + 1] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
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
    }
    assert(depth <= pushed);
    assert(depth >= 0 && depth <= N);
    assert(faults <= N && pushed <= N);
    return depth;
}
