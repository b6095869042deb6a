// Marks the column where a line of text begins, after its spaces and tabs. Each character of the margin may be the one or the
// other: a margin of n characters has 2^n paths, all alike.
#include <klee/klee.h>
#include <stdio.h>

static int margin(const char *line) {
    int n = 0;
    while (line[n] == ' ' || line[n] == '\t')
        n++;
    return n;
}

int main(void) {
    char line[33];
    klee_make_symbolic(line, sizeof line, "line");
    klee_assume(line[32] == 0);
    char ruler[32] = { 0 };
    int column = margin(line);
    ruler[column] = '^'; // a line of 32 blanks is one too many
    return ruler[0];
}
