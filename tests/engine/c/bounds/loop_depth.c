// A loop without end that forks at every turn, ended by the bound on depth.
// flags: --max-depth 20
// verdict: inconclusive
// incomplete: depth
#include <klee/klee.h>

int main(void) {
    unsigned turns = 0;
    while (1) {
        char c;
        klee_make_symbolic(&c, sizeof c, "c");
        if (c == 'q')
            break;
        turns++;
    }
    return (int)turns; //~ reached
}
