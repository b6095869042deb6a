// Cases that share a target are one path.
// paths: 3 -- vowels, y, the rest
// try: 97 101 105 111 117 121 98
#include <klee/klee.h>

int main(void) {
    char c;
    klee_make_symbolic(&c, sizeof c, "c");
    switch (c) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u': return 1;
    case 'y': return 2;
    default: return 0;
    }
}
