/* The text that drivers give to parsers: as long as the solver likes, up to a bound, with any bytes before the zero at its end. */
#include <klee/klee.h>
#include <stdlib.h>

static char *any_text(size_t most, size_t *length) {
    size_t size;
    klee_make_symbolic(&size, sizeof size, "length");
    klee_assume(size <= most);
    char *text = malloc(size + 1);
    if (!text)
        exit(1);
    klee_make_symbolic(text, size + 1, "text");
    klee_assume(text[size] == 0);
    *length = size;
    return text;
}
