// strcpy into a buffer that is too small for long strings.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char from[8], to[4];
    klee_make_symbolic(from, sizeof from, "from");
    from[7] = 0;
    strcpy(to, from); //~ bug: out-of-bounds
    return to[0];     //~ reached
}
