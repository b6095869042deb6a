// Where a number must be one value, it is one for each state that was joined, and not for all of them together.
// flags: --merge=loop
// verdict: inconclusive
// incomplete: floating point
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    unsigned char s[2];
    char text[40];
    klee_make_symbolic(s, sizeof s, "s");
    double x = 0.25;
    for (int i = 0; i < 2; i++)
        if (s[i] > 9)
            x = s[i] / 7.0;
    snprintf(text, sizeof text, "%a", x);
    if (s[1] > 9)
        return 1; //~ reached
    if (s[0] > 9)
        return 2; //~ reached
    return 3; //~ reached
}
