// A switch over strings, of which an optimiser makes a table of distances of 32 bits.
// verdict: proved
#include <klee/klee.h>

__attribute__((noinline)) static const char *name(unsigned k) {
    switch (k) {
    case 0:
        return "zero";
    case 1:
        return "one!";
    case 2:
        return "two?";
    case 3:
        return "three";
    case 4:
        return "four";
    case 5:
        return "five";
    default:
        return "many";
    }
}

int main(void) {
    unsigned k;
    klee_make_symbolic(&k, sizeof k, "k");
    const char *s = name(k);
    if (s[0] == 't' && s[3] == 'e')
        klee_assert(k == 3);
    if (s[0] == 'f')
        klee_assert(k == 4 || k == 5);
    return 0;
}
