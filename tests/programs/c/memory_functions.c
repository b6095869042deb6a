// memcpy, overlapping memmove, memset, memcmp with constant and variable sizes; struct assignment.
#include <stdio.h>
#include <string.h>

struct record { int id; char name[20]; double weights[3]; };

static void show(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) putchar(s[i] ? s[i] : '.');
    putchar('\n');
}

int main(void) {
    char buffer[32];
    memset(buffer, 0, sizeof buffer);
    memcpy(buffer, "abcdefghij", 10);
    memmove(buffer + 3, buffer, 10);
    show(buffer, 16);
    memmove(buffer, buffer + 2, 12);
    show(buffer, 16);
    volatile size_t n = 5;
    memset(buffer + n, '*', n);
    memcpy(buffer + 20, buffer, n * 2);
    show(buffer, 32);
    struct record a = {7, "record", {1, 2, 3}}, b = a, c;
    c = b;
    c.name[0] = 'R';
    b.weights[1] = 5;
    printf("%d %d %d %d\n", memcmp(&a.id, &b.id, 4), memcmp(a.name, c.name, 3) > 0, memcmp("abc", "abd", n - 2) < 0, memcmp("", "", 0));
    printf("%s %g %s %g\n", c.name, c.weights[1], b.name, b.weights[1]);
    return 0;
}
