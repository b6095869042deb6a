// Four letters lead to abort.
// paths: 5 -- the first letter that differs, or none (faults)
// try word[]: 98 111 109 33 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char word[4];
    klee_make_symbolic(word, sizeof word, "word");
    if (word[0] == 'b')
        if (word[1] == 'o')
            if (word[2] == 'm')
                if (word[3] == 'b')
                    abort(); //~ bug: abort
    return 0;
}
