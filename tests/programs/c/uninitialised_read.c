// Reads of a local that nothing was written to, which decide nothing: a checker may report them all the same.
#include <stdio.h>

static int pick(int which) {
    int never, maybe;
    int copy = never;
    if (which) copy = maybe;
    copy = which;
    return copy;
}

int main(void) {
    printf("%d\n", pick(1));
    return 0;
}
