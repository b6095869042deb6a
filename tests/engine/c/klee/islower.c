// KLEE's tutorial on a lower-case test.
// paths: 3 -- below 'a', from 'a' to 'z', above 'z' (KLEE: 3)
// flags: --without-pass=conditions
// try: 0 96 97 122 123 127
#include <klee/klee.h>

static int is_lower(int c) {
    if (c >= 'a' && c <= 'z')
        return 1; //~ reached
    return 0;     //~ reached
}

int main(void) {
    char c;
    klee_make_symbolic(&c, sizeof c, "c");
    return is_lower(c);
}
