// Lines of a stream on symbolic memory: getline, ungetc, fgets, the end.
// verdict: proved
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4], rest[8], *line = 0;
    size_t room = 0;
    klee_make_symbolic(s, sizeof s, "s");
    FILE *stream = fmemopen(s, sizeof s, "r");
    if (!stream)
        return 1;
    ssize_t n = getline(&line, &room, stream);
    printf("%zd %d\n", n, feof(stream) != 0);
    int c = getc(stream);
    if (c != EOF && ungetc(c, stream) == c) {
        char *next = fgets(rest, sizeof rest, stream);
        printf("%d %zu\n", next != 0, next ? strlen(next) : 0); //~ reached
    }
    free(line);
    return fclose(stream);
}
