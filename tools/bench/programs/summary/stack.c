// A stack of allocated cells: N operations of any kind, against an array.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#ifndef N
#define N 6
#endif

struct cell {
    struct cell *below;
    int value;
};

struct stack {
    struct cell *top;
    int size;
};

static void push(struct stack *stack, int value) {
    struct cell *cell = malloc(sizeof *cell);
    if (!cell) abort();
    cell->below = stack->top;
    cell->value = value;
    stack->top = cell;
    stack->size++;
}

static int pop(struct stack *stack, int *value) {
    struct cell *cell = stack->top;
    if (!cell) return 0;
    stack->top = cell->below;
    stack->size--;
    *value = cell->value;
    free(cell);
    return 1;
}

static int peek(const struct stack *stack, int *value) {
    if (!stack->top) return 0;
    *value = stack->top->value;
    return 1;
}

enum { PUSH, POP, PEEK };

int main(void) {
    unsigned char operations[N];
    int values[N], plain[N], size = 0;
    struct stack stack = {0, 0};
    klee_make_symbolic(operations, sizeof operations, "operations");
    klee_make_symbolic(values, sizeof values, "values");
    for (int i = 0; i < N; i++) {
        int value;
        if (operations[i] == PUSH) {
            push(&stack, values[i]);
            plain[size++] = values[i];
        } else if (operations[i] == POP) {
            if (pop(&stack, &value)) assert(value == plain[--size]);
        } else if (peek(&stack, &value)) assert(value == plain[size - 1]);
        assert(stack.size == size);
    }
    for (int value; pop(&stack, &value);) assert(value == plain[--size]);
    assert(size == 0 && stack.size == 0);
    return 0;
}
