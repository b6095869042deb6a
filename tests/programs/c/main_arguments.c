// main with its arguments: one, then null; the loop over them.
#include <stdio.h>

int main(int argc, char **argv) {
    int n = 0;
    for (char **p = argv; *p; p++) n++;
    printf("%d %d %d\n", argc, n, argv[argc] == NULL);
    return argc;
}
