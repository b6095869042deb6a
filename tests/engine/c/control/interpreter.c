// A tiny machine of two instructions dispatched by computed goto over a symbolic program.
// paths: 7 -- halts at once (1); after one of 2 instructions halts or executes one of 2 more (2 * 3)
// try code[]: 0 1 2
#include <klee/klee.h>

int main(void) {
    static void *const labels[] = {&&halt, &&add, &&twice};
    unsigned char code[2];
    int pc = 0, acc = 1;
    klee_make_symbolic(code, sizeof code, "code");
    klee_assume(code[0] < 3);
    klee_assume(code[1] < 3);
dispatch:
    if (pc == 2)
        return acc;
    goto *labels[code[pc++]];
add:
    acc += 1;
    goto dispatch;
twice:
    acc *= 2;
    goto dispatch;
halt:
    return acc;
}
