// Drops the comments of C, also in front of strings and characters.
#include "marks.h"
#ifndef N
#define N 6
#endif

int main(void) {
    enum { CODE, SLASH, LINE, BLOCK, STAR, STRING, QUOTED } mode = CODE;
    char s[N];
    int kept = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        OPEN();
        char c = s[i];
        switch (mode) {
        case CODE:
            if (c == '/') mode = SLASH;
            else if (c == '"') mode = STRING;
            else kept++;
            break;
        case SLASH:
            if (c == '/') mode = LINE;
            else if (c == '*') mode = BLOCK;
            else mode = CODE, kept += 2;
            break;
        case LINE:
            if (c == '\n') mode = CODE;
            break;
        case BLOCK:
            if (c == '*') mode = STAR;
            break;
        case STAR:
            if (c == '/') mode = CODE;
            else if (c != '*') mode = BLOCK;
            break;
        case STRING:
            if (c == '\\') mode = QUOTED;
            else if (c == '"') mode = CODE;
            break;
        case QUOTED:
            mode = STRING;
            break;
        }
        CLOSE();
    }
    assert(kept <= N);
    return mode != CODE && mode != LINE;
}
