// A recursive-descent parser of expressions with errors reported through a struct.
#include <stdio.h>

struct parser { const char *at; const char *error; };

static long expression(struct parser *p);

static void blanks(struct parser *p) { while (*p->at == ' ') p->at++; }

static long factor(struct parser *p) {
    blanks(p);
    if (*p->at == '-') return p->at++, -factor(p);
    if (*p->at == '(') {
        p->at++;
        long v = expression(p);
        blanks(p);
        if (*p->at != ')') p->error = "missing )";
        else p->at++;
        return v;
    }
    if (*p->at < '0' || *p->at > '9') {
        p->error = "number expected";
        return 0;
    }
    long v = 0;
    while (*p->at >= '0' && *p->at <= '9') v = v * 10 + *p->at++ - '0';
    return v;
}

static long term(struct parser *p) {
    long v = factor(p);
    for (blanks(p); !p->error && (*p->at == '*' || *p->at == '/' || *p->at == '%'); blanks(p)) {
        char op = *p->at++;
        long w = factor(p);
        if (op != '*' && w == 0) p->error = "division by zero";
        else v = op == '*' ? v * w : op == '/' ? v / w : v % w;
    }
    return v;
}

static long expression(struct parser *p) {
    long v = term(p);
    for (blanks(p); !p->error && (*p->at == '+' || *p->at == '-'); blanks(p)) v = *p->at++ == '+' ? v + term(p) : v - term(p);
    return v;
}

int main(void) {
    const char *inputs[] = {"1 + 2 * 3", "(1+2)*3", "-(4 - 10) * -2", "100 / 7 % 5", "2 * (3 + 4", "5 / (2 - 2)", "*", "((((7))))"};
    for (int i = 0; i < 8; i++) {
        struct parser p = {inputs[i], 0};
        long v = expression(&p);
        if (p.error) printf("%s: %s at %d\n", inputs[i], p.error, (int)(p.at - inputs[i]));
        else printf("%s = %ld\n", inputs[i], v);
    }
    return 0;
}
