/* A calculator for sums and products, as people write them: `calc '2*(3+4)'` prints 14.
 *
 * Small, but it has what makes programs hard to explore: a loop over input bytes, recursion, a table of operators
 * called through pointers, and two bugs that only some inputs reach: a division by zero, and a stack of open
 * brackets that is not bounded.
 */
#include <stdio.h>

typedef struct {
    const char *at;  /* the next character */
    char open[4];    /* brackets that are open; the fifth one is written past the end */
    int depth;
} parser;

static int sum(parser *p);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int divide(int a, int b) { return a / b; }

static int (*operation(char c))(int, int) {
    switch (c) {
    case '+': return add;
    case '-': return subtract;
    case '*': return multiply;
    case '/': return divide;
    default: return 0;
    }
}

static int number(parser *p) {
    int value = 0;
    while (*p->at >= '0' && *p->at <= '9')
        value = value * 10 + (*p->at++ - '0');
    return value;
}

static int factor(parser *p) {
    if (*p->at != '(')
        return number(p);
    p->open[p->depth++] = *p->at++;
    int value = sum(p);
    if (*p->at == ')') {
        p->at++;
        p->depth--;
    }
    return value;
}

static int product(parser *p) {
    int value = factor(p);
    while (*p->at == '*' || *p->at == '/') {
        char c = *p->at++;
        value = operation(c)(value, factor(p));
    }
    return value;
}

static int sum(parser *p) {
    int value = product(p);
    while (*p->at == '+' || *p->at == '-') {
        char c = *p->at++;
        value = operation(c)(value, product(p));
    }
    return value;
}

int main(int argc, char **argv) {
    parser p = {argc > 1 ? argv[1] : "2*(3+4)", {0}, 0};
    printf("%d\n", sum(&p));
    return 0;
}
