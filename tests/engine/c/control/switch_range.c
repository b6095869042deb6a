// Ranges of cases: compiled into comparisons or many cases, one path for each target.
// paths: 3 -- digits, letters, the rest
// try: 0 48 57 58 97 122 123 255
#include <klee/klee.h>

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z': return 2;
    default: return 0;
    }
}
