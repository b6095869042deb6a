// A dense switch with a default.
// paths: 6 -- 0..4 and the rest
// try: 0 1 2 3 4 5 -1
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 0: return 10; //~ reached
    case 1: return 11; //~ reached
    case 2: return 12; //~ reached
    case 3: return 13; //~ reached
    case 4: return 14; //~ reached
    }
    return 0; //~ reached
}
