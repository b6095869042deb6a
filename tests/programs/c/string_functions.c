// The C library's string functions: strlen, strcmp, strncmp, strcpy, strchr, strcat by hand, atoi, snprintf.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[40];
    strcpy(text, "key=value;other=42");
    char *equals = strchr(text, '='), *semicolon = strchr(text, ';');
    *semicolon = 0;
    printf("%zu %s %d %d\n", strlen(equals + 1), equals + 1, strcmp(text, "key=value"), strchr(text, '?') == NULL);
    printf("%d %d %d\n", strcmp("abc", "abd") < 0, strcmp("b", "abc") > 0, strncmp("prefix-one", "prefix-two", 7));
    printf("%d %d %d\n", atoi("42"), atoi("  -17x"), atoi("none"));
    char out[16];
    int wanted = snprintf(out, sizeof out, "%s:%d:%s", "a long piece", 12345, "more");
    printf("%d [%s] %d\n", wanted, out, snprintf(NULL, 0, "%05d", 42));
    char *copy = malloc(strlen(text) + 1);
    strcpy(copy, text);
    for (char *p = copy; *p; p++)
        if (*p >= 'a' && *p <= 'z') *p -= 32;
    puts(copy);
    free(copy);
    return 0;
}
