// A calculator over N characters by recursive descent, against one that keeps a stack of open sums.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 5
#endif

static const char *next;
static int wrong;

static unsigned sum(void);

static unsigned factor(void) {
    if (*next == '(') {
        next++;
        unsigned value = sum();
        if (*next == ')') next++;
        else wrong = 1;
        return value;
    }
    if (*next >= '0' && *next <= '9') return *next++ - '0';
    wrong = 1;
    return 0;
}

static unsigned product(void) {
    unsigned value = factor();
    while (!wrong && *next == '*') {
        next++;
        value *= factor();
    }
    return value;
}

static unsigned sum(void) {
    unsigned value = product();
    while (!wrong && (*next == '+' || *next == '-')) {
        int minus = *next++ == '-';
        unsigned more = product();
        value = minus ? value - more : value + more;
    }
    return value;
}

// A sum that is not closed yet: what is added up, and the product that is added or taken away next.
struct open {
    unsigned total, product;
    int minus;
};

static unsigned closed(const struct open *sum, unsigned number) {
    number *= sum->product;
    return sum->minus ? sum->total - number : sum->total + number;
}

// Whether the text is a sum, which is then in `value`.
static int by_stack(const char *text, unsigned *value) {
    struct open stack[N + 1] = {{0, 1, 0}}, *top = stack;
    for (;; text++) {
        unsigned number;
        if (*text == '(') {
            *++top = (struct open){0, 1, 0};
            continue;
        }
        if (*text < '0' || *text > '9') return 0;
        number = *text++ - '0';
        for (; *text == ')' && top > stack; text++) number = closed(top--, number);
        if (*text == '*') top->product *= number;
        else {
            *top = (struct open){closed(top, number), 1, *text == '-'};
            if (*text != '+' && *text != '-') break;
        }
    }
    *value = top->total;
    return !*text && top == stack;
}

int main(void) {
    char text[N + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[N] = 0;
    next = text;
    unsigned value = sum(), reference;
    int fine = !wrong && !*next;
    assert(next <= text + N);
    assert(by_stack(text, &reference) == fine);
    if (fine) assert(value == reference);
    return 0;
}
