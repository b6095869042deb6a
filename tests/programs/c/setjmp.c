// decode-only: setjmp returns twice
// Non-local jumps.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static void descend(int n) {
    if (n == 0) longjmp(place, 42);
    descend(n - 1);
}

int main(void) {
    volatile int tries = 0;
    int code = setjmp(place);
    if (code == 0) {
        tries++;
        descend(5);
    }
    printf("%d %d\n", code, tries);
    return 0;
}
