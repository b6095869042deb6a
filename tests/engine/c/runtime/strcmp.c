// A password that is compared letter by letter.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char word[6];
    klee_make_symbolic(word, sizeof word, "word");
    word[5] = 0;
    if (strcmp(word, "knot") == 0)
        return 1; //~ reached
    return 0;     //~ reached
}
