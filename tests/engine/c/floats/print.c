// Numbers are printed exactly for all values at once: whole ones, cents, and with an exponent; what was printed is read again.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char n;
    char text[32], whole[32];
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 10 & n < 100);
    snprintf(text, sizeof text, "%g", (double)n);
    snprintf(whole, sizeof whole, "%d", n);
    assert(!strcmp(text, whole));
    snprintf(text, sizeof text, "%.2f", n / 100.0);
    assert(text[0] == '0' && text[1] == '.' && text[2] == '0' + n / 10 && text[3] == '0' + n % 10 && !text[4]);
    assert(strtod(text, 0) == n / 100.0);
    snprintf(text, sizeof text, "%.1e", (double)n);
    if (!strcmp(text, "4.2e+01"))
        return n == 42 ? 1 : 2; //~ reached
    return 0;
}
