// GNU and C11 extensions: statement expressions, conditional with omitted operand, _Generic, designators, compound literals.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a), _b = (b); _a > _b ? _a : _b; })
#define KIND(x) _Generic((x), int: "int", long: "long", double: "double", char *: "text", default: "other")

struct options { int width, height; const char *title; struct { unsigned bold : 1, italic : 1; } style; };

static int area(const struct options *o) { return o->width * o->height; }
static int classify(int x) { return __builtin_expect(x > 10, 0) ? 1 : __builtin_constant_p(x) ? 0 : 2; }

int main(void) {
    int calls = 0;
    int best = MAX((calls++, 7), (calls++, 3));
    int zero = calls - 2, chosen = zero ?: 99;
    struct options o = {.title = "t", .height = 4, .style.italic = 1, .width = 3};
    int squares[] = {[5] = 25, [2] = 4, 9};
    printf("%d %d %d %s %s %s %s\n", best, calls, chosen, KIND(1), KIND(1L), KIND(1.0), KIND('c' == 'c' ? (char *)0 : 0));
    printf("%d %d %d %d %d\n", area(&o), area(&(struct options){.width = 5, .height = 6}), o.style.italic, squares[3], (int)(sizeof squares / sizeof *squares));
    printf("%d %d\n", classify(5) == 2 || classify(5) == 0, classify(50));
    return 0;
}
