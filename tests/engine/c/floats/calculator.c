// A calculator by recursive descent reads an expression of symbolic characters: no assertion about numbers fails but the one that forgets division by zero.
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>
#include <math.h>
#include <stdlib.h>

static const char *at;
static int wrong;

static double sum(void);

static double factor(void) {
    if (*at == '-')
        return at++, -factor();
    if (*at == '(') {
        at++;
        double value = sum();
        wrong |= *at != ')';
        at += *at == ')';
        return value;
    }
    if (!isdigit((unsigned char)*at) && *at != '.')
        return wrong = 1, 0;
    char *end;
    double value = strtod(at, &end);
    wrong |= end == at;
    at = end;
    return value;
}

static double product(void) {
    double value = factor();
    while (!wrong && (*at == '*' || *at == '/'))
        value = *at++ == '*' ? value * factor() : value / factor();
    return value;
}

static double sum(void) {
    double value = product();
    while (!wrong && (*at == '+' || *at == '-'))
        value = *at++ == '+' ? value + product() : value - product();
    return value;
}

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 3; i++)
        klee_assume((text[i] >= '-' & text[i] <= '9') | text[i] == 'e' | text[i] == 0);
    klee_assume(text[3] == 0);
    at = text;
    double value = sum();
    if (wrong || *at)
        return 1; //~ reached
    assert(!(value > 1e9));    //~ bug: assert
    assert(!isnan(value));     //~ bug: assert
    if (value == 0.5)
        return 2; //~ reached
    if (value == 42)
        return 3; //~ reached
    return 0;
}
