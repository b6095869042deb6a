// Function pointers in tables, as parameters, as results, in structs, compared, and called through a cast.
#include <stdio.h>

typedef int (*op)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const op table[] = {add, sub, mul};

struct shape {
    const char *name;
    int (*area)(const struct shape *);
    int w, h;
};

static int rectangle(const struct shape *s) { return s->w * s->h; }
static int triangle(const struct shape *s) { return s->w * s->h / 2; }
static op choose(char c) { return c == '+' ? add : c == '-' ? sub : mul; }
static int twice(op f, int x) { return f(f(x, x), x); }
static int (*higher(int which))(op, int) { return which ? twice : 0; }

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d ", table[i](20, 6));
    struct shape shapes[] = {{"rectangle", rectangle, 3, 4}, {"triangle", triangle, 5, 6}};
    for (int i = 0; i < 2; i++) printf("%s %d ", shapes[i].name, shapes[i].area(&shapes[i]));
    printf("%d %d\n", twice(choose('*'), 7), higher(1)(sub, 5));
    int (*loose)() = (int (*)())add;
    printf("%d %d %d\n", loose(1, 2), table[0] == add, higher(0) == 0);
    return 0;
}
