// A full buffer is emptied in blocks: what has arrived at the end depends on how much was printed.
// paths: 3 -- n = 0, 1, 2
// try: 0 1 2
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char text[9000];
    int n = klee_range(0, 3, "n");
    memset(text, 'x', sizeof text);
    printf("begin\n");
    if (n == 0)
        fwrite(text, 1, 4090, stdout);
    else if (n == 1)
        fwrite(text, 1, 4091, stdout);
    else
        fwrite(text, 1, 9000, stdout);
    _exit(n);
}
