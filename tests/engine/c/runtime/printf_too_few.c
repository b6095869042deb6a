// printf and its family with fewer arguments than the format asks for, or of another kind.
// paths: 6 -- two that fit, four that fault
// override(m32): skip because arguments of all kinds lie in one row, so that half a double is an int
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    char text[64];
    const char *volatile one = "%d", *volatile two = "%d %d", *volatile real = "%f", *volatile wide = "%*d";
    switch (klee_range(0, 6, "case")) {
    case 0: return printf(one, 7);
    case 1: return printf(two, 7, 8);
    case 2: return printf(two, 7); //~ bug: bad-call
    case 3: return snprintf(text, sizeof text, real, 7); //~ bug: bad-call
    case 4: return sprintf(text, one, 1.5); //~ bug: bad-call
    default: return fprintf(stderr, wide, 7); //~ bug: bad-call
    }
}
