/* Uses of the runtime with fixed inputs: what it prints under the engine must be what it prints natively. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void memory(void) {
    char *p = malloc(8), *q = calloc(4, 4);
    strcpy(p, "abc");
    p = realloc(p, 100);
    strcat(p, "defgh");
    printf("%s %zu %d\n", p, strlen(p), q[15]);
    printf("%d %d %d\n", memcmp(p, "abd", 3), strcmp("b", "a"), strncmp("abc", "abx", 2));
    memmove(p + 2, p, 5);
    printf("%s %s %s\n", p, strchr(p, 'c'), strrchr(p, 'a'));
    printf("%s|%s|%zu|%zu\n", strstr("hello world", "o w"), strpbrk("hello", "xl"), strspn("aab", "a"), strcspn("aab", "b"));
    free(p);
    free(q);
}

static void tokens(void) {
    char text[] = "one, two;three", *rest, *copy = strdup("a:b::c");
    for (char *t = strtok_r(text, ", ;", &rest); t; t = strtok_r(NULL, ", ;", &rest))
        printf("<%s>", t);
    char *at = copy;
    for (char *t; (t = strsep(&at, ":"));)
        printf("[%s]", t);
    putchar('\n');
    free(copy);
}

static void numbers(void) {
    char *end;
    long n = strtol("  -0x7fz", &end, 0);
    printf("%ld %s %d %lu %d\n", n, end, atoi("42abc"), strtoul("777", NULL, 8), abs(-5));
    errno = 0;
    long big = strtol("99999999999999999999", NULL, 10);
    printf("%d %d %s\n", big == LONG_MAX, errno, strerror(errno));
    printf("%d %d %d\n", div(17, -5).quot, div(17, -5).rem, (int)ldiv(-17, 5).rem);
    printf("%.17g %.3f %g\n", strtod("0.1", NULL), atof("-2.5e3"), strtod("1e-310", NULL));
    for (const char *c = "aZ5 \t!\x7f"; *c; c++)
        printf("%d%d%d%d%d%c", !!isalpha(*c), !!isdigit(*c), !!isspace(*c), !!ispunct(*c), !!iscntrl(*c), toupper(*c) == 'A' ? 'A' : '.');
    putchar('\n');
}

static void formats(void) {
    printf("%5d|%-5d|%05d|%+d|% d|%x|%#X|%o|%c|%s|%%\n", 42, 42, 42, 42, 42, 255, 255, 8, 'x', "str");
    printf("%hhd %hd %ld %lld %zu %jd %td\n", (signed char)-1, (short)-2, -3L, -4LL, (size_t)5, (intmax_t)6, (ptrdiff_t)7);
    printf("%.3s|%10s|%-10s|%.*f|%*d\n", "abcdef", "right", "left", 2, 3.14159, 6, 7);
    printf("%f %e %g %a %Lf %.0f %.20f\n", 1.5, 12345.678, 1e20, 1.0, 2.5L, 0.5, 0.1);
    printf("%f %f %F %g\n", 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0 < 0 ? 1.0 : 1e300, 5e-324);
    char buffer[8];
    int n = snprintf(buffer, sizeof buffer, "%s", "0123456789");
    printf("%s %d\n", buffer, n);
    fprintf(stdout, "%s", "");
    fputs("fputs\n", stdout);
    fwrite("fwrite\n", 1, 7, stdout);
    puts("puts");
}

static void wides(void) {
    wchar_t text[32], copy[32], *end;
    char bytes[32];
    int n = swprintf(text, 32, L"%d|%5ls|%-4s|%lc", 42, L"wide", "abc", L'x');
    printf("%d %ls\n", n, text);
    wcscpy(copy, text);
    wcscat(copy, L"!");
    wcsncat(copy, L"more", 2);
    wmemcpy(text, copy, wcslen(copy) + 1);
    wmemset(text, L'#', 2);
    printf("%ls %zu %ld\n", text, wcstombs(bytes, text, sizeof bytes), wcstol(L" 0x1fz", &end, 0));
    printf("%s %ls %g\n", bytes, end, wcstod(L"-2.5e1x", NULL));
    const wchar_t *from = copy;
    mbstate_t state = {0};
    printf("%zu %s\n", wcsrtombs(bytes, &from, sizeof bytes, &state), bytes);
    n = swscanf(L"12 abc", L"%d %s", &n, bytes);
    printf("%d %s\n", n, bytes);
}

static int down(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

static void sorting(void) {
    int x[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}, key = 4;
    qsort(x, 11, sizeof *x, down);
    for (int i = 0; i < 11; i++)
        printf("%d ", x[i]);
    printf("%td\n", (int *)bsearch(&key, x, 11, sizeof *x, down) - x);
    srand(7);
    int a = rand(), b = rand();
    printf("%d %d\n", a, b);
}

static void last(void) {
    puts("last");
}

int main(void) {
    memory();
    tokens();
    numbers();
    formats();
    wides();
    sorting();
    setenv("A", "B", 1);
    printf("%s %d\n", getenv("A"), getenv("NOT THERE") == NULL);
    atexit(last);
    return 3;
}
