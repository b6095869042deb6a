// A pointer joined from null and five places of a buffer, written and read through: bytes stay known beside their guards.
// run: --merge=region
// groups: 6
// bugs: null-deref:33
#include <klee/klee.h>
#include <stddef.h>

static char *first(char *text, char wanted) {
    for (int i = 0; i < 5; i++)
        if (text[i] == wanted)
            return text + i;
    return NULL;
}

int main(void) {
    char text[6];
    klee_make_symbolic(text, 5, "text");
    text[5] = 0;
    klee_open_merge();
    char *end = first(text, '\n');
    klee_close_merge();
    if (end) {
        *end = 0;
        if (*end != 0 || (end > text && end[-1] == '\n'))
            klee_report_error(__FILE__, __LINE__, "the first newline is where it was found", "value.err");
        // Behind the last place there is the end of the text, so that one byte more is there.
        if (end == text + 4 && end[1] != 0)
            klee_report_error(__FILE__, __LINE__, "the text ends behind its last byte", "value.err");
    }
    // Null where there is no newline.

    if (text[0] == 'a')
        *end = 'b';
    return text[1];
}
