// Folding of HTTP headers: name, colon, value, end of line; a line that begins with a blank goes on.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 4
enum { NAME, BEFORE, VALUE, CR, LINE, DONE, BAD };

int main(void) {
    char s[N];
    int mode = NAME, headers = 0, folds = 0, length = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N && mode < DONE; i++) {
        char c = s[i];
        switch (mode) {
        case NAME:
            if (c == ':') { mode = BEFORE; headers++; }
            else if (c <= ' ') mode = BAD;
            else length++;
            break;
        case BEFORE:
            if (c == ' ' || c == '\t') break;
            mode = VALUE;
            /* fallthrough */
        case VALUE:
            if (c == '\r') mode = CR;
            else if (c == '\n') mode = LINE;
            else length++;
            break;
        case CR:
            mode = c == '\n' ? LINE : BAD;
            break;
        case LINE:
            if (c == ' ' || c == '\t') { mode = BEFORE; folds++; }
            else if (c == '\r' || c == '\n') mode = DONE;
            else if (c == ':') mode = BAD;
            else { mode = NAME; length++; }
            break;
        }
    }
    assert(headers + folds <= N);
    assert(length <= N);
    assert(mode != DONE || headers > 0);
    return headers;
}
