// Numbers that scanf reads go the way of strtod: every text of three characters, without a choice of one value.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char text[4] = {0};
    double x = -1;
    klee_make_symbolic(text, 3, "text");
    int count = sscanf(text, "%3lf", &x);
    assert(count <= 1 && (count == 1 || x == -1));
    if (count == 1 && x == 0.5)
        return 1; //~ reached
    if (count == 1 && x == -0.7) // "-.7"
        return 2; //~ reached
    if (count == 1 && x == 9e9)
        return 3; //~ reached
    return 0; //~ reached
}
