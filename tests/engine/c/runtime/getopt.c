// Options in symbolic words: letters, arguments, words in between, and what is told of a mistake.
// verdict: proved
#include <getopt.h>
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    static const struct option options[] = {{"all", no_argument, 0, 'a'}, {"size", required_argument, 0, 's'}, {0, 0, 0, 0}};
    char first[4], second[3];
    char *words[] = {"program", first, second, "--size=5", 0};
    klee_make_symbolic(first, sizeof first, "first");
    klee_make_symbolic(second, sizeof second, "second");
    klee_assume((first[0] == '-') & ((first[1] == 'a') | (first[1] == 's') | (first[1] == '-') | (first[1] == 'q')) & (first[3] == 0));
    klee_assume(((first[2] == 'a') | (first[2] == 0)) & (second[0] == '-') & ((second[1] == 'a') | (second[1] == '-')) & (second[2] == 0));
    int letter;
    while ((letter = getopt_long(4, words, "as:", options, 0)) != -1)
        printf("%c %s\n", letter, optarg ? optarg : "-");
    printf("%d\n", optind);
    return 0;
}
