// Digits become a number by a conversion, a product and a quotient, exactly; and come back.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    char s[3];
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 3; i++)
        if (s[i] < '0' || s[i] > '9')
            return 0;
    int n = (s[0] - '0') * 100 + (s[1] - '0') * 10 + (s[2] - '0');
    double x = n, tenth = x / 10;
    assert((int)x == n);
    assert((int)(x * 4) == 4 * n);
    if (tenth == 31.4)
        return 1; //~ reached
    return 2;
}
