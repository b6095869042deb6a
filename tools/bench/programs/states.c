/* Twenty independent branches: explored breadth first, 2^20 states are alive at once. */
#include <klee/klee.h>

int main(void) {
    char s[20];
    int n = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 20; i++)
        if (s[i])
            n += i;
    return n;
}
