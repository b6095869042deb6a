// A small Lisp: reader, evaluator with closures, printer.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum type { NUMBER, SYMBOL, PAIR, PRIMITIVE, CLOSURE };
typedef struct value {
    enum type type;
    long number;
    char name[12];
    struct value *head, *tail, *scope;
    struct value *(*call)(struct value *);
} value;

static value nil_cell = {SYMBOL, 0, "nil", 0, 0, 0, 0}, *nil = &nil_cell, *globals;
static long cells;

static value *make(enum type type) {
    value *v = calloc(1, sizeof *v);
    v->type = type;
    cells++;
    return v;
}
static value *number(long n) {
    value *v = make(NUMBER);
    v->number = n;
    return v;
}
static value *cons(value *head, value *tail) {
    value *v = make(PAIR);
    v->head = head;
    v->tail = tail;
    return v;
}
static value *symbol(const char *name, size_t n) {
    if (n == 3 && strncmp(name, "nil", 3) == 0)
        return nil;
    value *v = make(SYMBOL);
    memcpy(v->name, name, n < 11 ? n : 11);
    return v;
}
static int is(const value *v, const char *name) { return v->type == SYMBOL && strcmp(v->name, name) == 0; }

static const char *at;

static value *parse(void) {
    while (isspace((unsigned char)*at))
        at++;
    if (*at == '(') {
        at++;
        value *list = nil, **tail = &list;
        for (;;) {
            while (isspace((unsigned char)*at))
                at++;
            if (*at == ')' || !*at)
                break;
            *tail = cons(parse(), nil);
            tail = &(*tail)->tail;
        }
        at++;
        return list;
    }
    const char *start = at;
    at += strcspn(at, " ()\n");
    char *end;
    long n = strtol(start, &end, 10);
    return end == at ? number(n) : symbol(start, (size_t)(at - start));
}

static void print(const value *v) {
    switch (v->type) {
    case NUMBER: printf("%ld", v->number); break;
    case SYMBOL: printf("%s", v->name); break;
    case PAIR:
        putchar('(');
        for (; v->type == PAIR; v = v->tail) {
            print(v->head);
            if (v->tail->type == PAIR)
                putchar(' ');
        }
        putchar(')');
        break;
    default: printf("<function>");
    }
}

static value *bind(value *scope, value *names, value *values) {
    for (; names->type == PAIR; names = names->tail, values = values->tail)
        scope = cons(cons(names->head, values->head), scope);
    return scope;
}

static value *find(value *scope, const char *name) {
    for (int pass = 0; pass < 2; pass++, scope = globals)
        for (value *s = scope; s->type == PAIR; s = s->tail)
            if (strcmp(s->head->head->name, name) == 0)
                return s->head;
    return NULL;
}

static value *eval(value *v, value *scope) {
    if (v->type == SYMBOL) {
        value *binding = v == nil ? NULL : find(scope, v->name);
        return binding ? binding->tail : nil;
    }
    if (v->type != PAIR)
        return v;
    value *first = v->head, *rest = v->tail;
    if (is(first, "quote"))
        return rest->head;
    if (is(first, "if"))
        return eval(eval(rest->head, scope) != nil ? rest->tail->head : rest->tail->tail->head, scope);
    if (is(first, "lambda")) {
        value *closure = make(CLOSURE);
        closure->head = rest->head;
        closure->tail = rest->tail->head;
        closure->scope = scope;
        return closure;
    }
    if (is(first, "define")) {
        value *binding = cons(rest->head, nil);
        globals = cons(binding, globals);
        return binding->tail = eval(rest->tail->head, scope);
    }
    value *f = eval(first, scope), *arguments = nil, **tail = &arguments;
    for (; rest->type == PAIR; rest = rest->tail) {
        *tail = cons(eval(rest->head, scope), nil);
        tail = &(*tail)->tail;
    }
    if (f->type == PRIMITIVE)
        return f->call(arguments);
    return f->type == CLOSURE ? eval(f->tail, bind(f->scope, f->head, arguments)) : nil;
}

static value *add(value *a) { return number(a->head->number + a->tail->head->number); }
static value *subtract(value *a) { return number(a->head->number - a->tail->head->number); }
static value *multiply(value *a) { return number(a->head->number * a->tail->head->number); }
static value *less(value *a) { return a->head->number < a->tail->head->number ? number(1) : nil; }
static value *head(value *a) { return a->head->head; }
static value *tail(value *a) { return a->head->tail; }
static value *pair(value *a) { return cons(a->head, a->tail->head); }

int main(void) {
    static const struct {
        const char *name;
        value *(*call)(value *);
    } primitives[] = {{"+", add}, {"-", subtract}, {"*", multiply}, {"<", less}, {"car", head}, {"cdr", tail}, {"cons", pair}};
    globals = nil;
    for (int i = 0; i < 7; i++) {
        value *p = make(PRIMITIVE);
        p->call = primitives[i].call;
        globals = cons(cons(symbol(primitives[i].name, strlen(primitives[i].name)), p), globals);
    }
    static const char *lines[] = {
        "(+ 1 (* 2 3))",
        "(define fact (lambda (n) (if (< n 1) 1 (* n (fact (- n 1))))))",
        "(fact 12)",
        "(define map (lambda (f l) (if l (cons (f (car l)) (map f (cdr l))) nil)))",
        "(map (lambda (x) (* x x)) (quote (1 2 3 4 5)))",
        "(define adder (lambda (n) (lambda (x) (+ x n))))",
        "((adder 10) 32)",
        "(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))",
        "(map fib (quote (1 5 10 12)))",
        "(define fold (lambda (f z l) (if l (fold f (f z (car l)) (cdr l)) z)))",
        "(fold + 0 (map (adder 1) (quote (1 2 3))))",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        at = lines[i];
        print(eval(parse(), nil));
        puts("");
    }
    printf("%ld cells\n", cells);
    return 0;
}
