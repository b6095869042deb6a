// Old functions of libc on unknown input: options in one argument, answers, names of errors, random numbers with a state of the program's own.
// verdict: proved
#define _GNU_SOURCE
#include <argz.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4], *options = s, *value = "none", *argz;
    char *const tokens[] = {"a", "ab", NULL};
    size_t n;
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    klee_assume((s[0] == 'a') & ((s[1] == 'b') | (s[1] == ',') | (s[1] == '=')));
    argz_create_sep(s, ',', &argz, &n);
    int option = getsubopt(&options, tokens, &value);
    int error = (int)klee_range(1, 3, "error");
    printf("%d %s %zu %s\n", option, value ? value : "-", n, strerrorname_np(error));
    struct random_data data = {0};
    char memory[32];
    int32_t x;
    initstate_r(7, memory, sizeof memory, &data);
    random_r(&data, &x);
    printf("%d %d %g\n", x, rpmatch(s), atof(gcvt(1.5, 3, s)));
    free(argz);
    return option < 0; //~ reached
}
