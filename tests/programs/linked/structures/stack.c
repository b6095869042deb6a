// The module that knows the struct.
#include <stdlib.h>

struct stack { struct cell { int value; struct cell *below; } *top; int n; };

struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }
void stack_push(struct stack *s, int value) {
    struct cell *cell = malloc(sizeof *cell);
    *cell = (struct cell){value, s->top};
    s->top = cell;
    s->n++;
}
int stack_pop(struct stack *s) {
    struct cell *cell = s->top;
    int value = cell->value;
    s->top = cell->below;
    s->n--;
    free(cell);
    return value;
}
int stack_empty(const struct stack *s) { return s->n == 0; }
void stack_each(const struct stack *s, void (*visit)(int, void *), void *data) {
    for (const struct cell *cell = s->top; cell; cell = cell->below) visit(cell->value, data);
}
