// A number from a text is used as an index.
#include <klee/klee.h>
#include <stdlib.h>

static volatile int table[50];

int main(void) {
    char s[3];
    klee_make_symbolic(s, sizeof s, "s");
    s[2] = 0;
    int i = atoi(s);
    if (i < 0)
        return 1; //~ reached
    return table[i]; //~ bug: out-of-bounds
}
