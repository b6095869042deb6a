// Structs that one module only declares, function pointers and data across modules, initialisers that name the other.
#include <stdio.h>

struct stack;
struct stack *stack_new(void);
void stack_push(struct stack *, int);
int stack_pop(struct stack *);
int stack_empty(const struct stack *);
void stack_each(const struct stack *, void (*)(int, void *), void *);

extern const struct entry { const char *name; int (*call)(int); } table[];
extern int shared[];
int *const second = &shared[1];

int triple(int x) { return 3 * x; }
static void add(int x, void *total) { *(long *)total = *(long *)total * 10 + x; }

int main(void) {
    struct stack *s = stack_new();
    for (int i = 1; i < 8; i++) stack_push(s, i);
    int popped = stack_pop(s);
    long total = 0;
    stack_each(s, add, &total);
    for (int i = 0; table[i].name; i++) printf("%s %d ", table[i].name, table[i].call(i + 5));
    *second += 7;
    printf("%d %ld %d %d\n", popped, total, stack_empty(s), shared[1]);
    return 0;
}
