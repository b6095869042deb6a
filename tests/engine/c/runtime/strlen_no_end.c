// A string without an end: strlen runs out of its object.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    return (int)strlen(s); //~ bug: out-of-bounds
}
