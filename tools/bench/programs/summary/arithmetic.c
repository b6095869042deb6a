// Symbolic arithmetic with numbers of four bits: terms are built by N operations of any kind, simplified, and evaluated before and after.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#ifndef N
#define N 3
#endif

// A number from 0 to 15.
typedef unsigned char small;
struct term;

// An operator: its name, how it computes, which number on its right changes nothing, and what else is known of it.
struct operator {
    char name;
    small (*apply)(small, small);
    small unit;
    struct term *(*rule)(struct term *);
};

enum kind { NUMBER, VARIABLE, OPERATION };

struct term {
    enum kind kind;
    small number;
    const struct operator *by;
    struct term *left, *right;
};

static struct term *make(enum kind kind, small number, const struct operator *by, struct term *left, struct term *right) {
    struct term *term = malloc(sizeof *term);
    if (!term) abort();
    *term = (struct term){kind, number, by, left, right};
    return term;
}

static struct term *number(small value) { return make(NUMBER, value, 0, 0, 0); }
static struct term *variable(void) { return make(VARIABLE, 0, 0, 0, 0); }

static void destroy(struct term *term) {
    if (term->kind == OPERATION) {
        destroy(term->left);
        destroy(term->right);
    }
    free(term);
}

static struct term *become_number(struct term *term, small value) {
    destroy(term);
    return number(value);
}

static int is_number(const struct term *term, small value) { return term->kind == NUMBER && term->number == value; }

static int same(const struct term *a, const struct term *b) {
    if (a->kind != b->kind) return 0;
    if (a->kind == NUMBER) return a->number == b->number;
    return a->kind == VARIABLE || (a->by == b->by && same(a->left, b->left) && same(a->right, b->right));
}

static small add(small a, small b) { return (a + b) & 15; }
static small subtract(small a, small b) { return (a - b) & 15; }
static small multiply(small a, small b) { return (a * b) & 15; }
static small both(small a, small b) { return a & b; }

static struct term *nothing_more(struct term *term) { return term; }
static struct term *difference_of_same(struct term *term) { return same(term->left, term->right) ? become_number(term, 0) : term; }
static struct term *product_with_zero(struct term *term) {
    return is_number(term->left, 0) || is_number(term->right, 0) ? become_number(term, 0) : term;
}

static const struct operator operators[] = {
    {'+', add, 0, nothing_more},
    {'-', subtract, 0, difference_of_same},
    {'*', multiply, 1, product_with_zero},
    {'&', both, 15, product_with_zero},
};

static const struct operator *find_operator(char name) {
    for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].name == name) return &operators[i];
    return 0;
}

static struct term *simplify(struct term *term) {
    if (term->kind != OPERATION) return term;
    struct term *left = term->left = simplify(term->left), *right = term->right = simplify(term->right);
    if (left->kind == NUMBER && right->kind == NUMBER) return become_number(term, term->by->apply(left->number, right->number));
    if (is_number(right, term->by->unit)) {
        free(right);
        free(term);
        return left;
    }
    return term->by->rule(term);
}

static small evaluate(const struct term *term, small x) {
    switch (term->kind) {
    case NUMBER: return term->number;
    case VARIABLE: return x;
    default: return term->by->apply(evaluate(term->left, x), evaluate(term->right, x));
    }
}

int main(void) {
    struct {
        char operator;
        small takes_variable, number;
    } steps[N];
    small x;
    klee_make_symbolic(steps, sizeof steps, "steps");
    klee_make_symbolic(&x, sizeof x, "x");
    x &= 15;
    struct term *term = variable();
    for (int i = 0; i < N; i++) {
        const struct operator *by = find_operator(steps[i].operator);
        if (!by) continue;
        struct term *operand = steps[i].takes_variable ? variable() : number(steps[i].number & 15);
        term = make(OPERATION, 0, by, term, operand);
    }
    small before = evaluate(term, x);
    term = simplify(term);
    assert(evaluate(term, x) == before);
    destroy(term);
    return 0;
}
