// A switch that falls through, so that paths meet again.
// paths: 4 -- 3, 2, 1, the rest
// try: 0 1 2 3 4
#include <klee/klee.h>

int main(void) {
    unsigned char x;
    int sum = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 3: sum += 100;
    // fall through
    case 2: sum += 10;
    // fall through
    case 1: sum += 1;
    }
    return sum;
}
