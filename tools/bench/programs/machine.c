// A stack machine whose program is the input: faults need several instructions in the right order.
#include <klee/klee.h>
#ifndef BYTES
#define BYTES 12
#endif

static int stack[4];
static int top;

static void push(int word) {
    if (top == 4)
        klee_report_error(__FILE__, __LINE__, "the stack is full", "user");
    stack[top++] = word;
}

static int pop(void) {
    if (top == 0)
        klee_report_error(__FILE__, __LINE__, "the stack is empty", "user");
    return stack[--top];
}

int main(void) {
    unsigned char code[BYTES];
    klee_make_symbolic(code, sizeof code, "code");
    int steps = 0;
    for (unsigned pc = 0; pc < sizeof code;) {
        if (++steps > 40)
            return 1;
        unsigned char op = code[pc++];
        switch (op >> 4) {
        case 0:
            return 0;
        case 1:
            push(op & 15);
            break;
        case 2:
            push(pop() + pop());
            break;
        case 3: {
            int right = pop(), left = pop();
            push(left / right);
            break;
        }
        case 4:
            if (pop() == 0)
                pc += op & 3;
            break;
        case 5:
            if (pop() > 3 && pc > 2)
                pc -= 2;
            break;
        case 6: {
            int word = pop();
            push(word);
            push(word);
            break;
        }
        case 7:
            if (pop() == 29 && top == 1)
                klee_report_error(__FILE__, __LINE__, "the secret", "user");
            break;
        default:
            return 2;
        }
    }
    return 3;
}
