// Goto between states, into and out of loops, backwards: irreducible control flow.
#include <stdio.h>

static int scan(const char *s) {
    int words = 0, numbers = 0;
start:
    switch (*s) {
    case 0: goto end;
    case ' ': s++; goto start;
    default:
        if (*s >= '0' && *s <= '9') goto number;
    }
word:
    s++;
    if (*s && *s != ' ') goto word;
    words++;
    goto start;
number:
    s++;
    if (*s >= '0' && *s <= '9') goto number;
    if (*s && *s != ' ') goto word;
    numbers++;
    goto start;
end:
    return words * 10 + numbers;
}

static int irreducible(int n, int enter) {
    int steps = 0;
    if (enter) goto middle;
top:
    steps += 1;
    if (steps > 50) goto out;
middle:
    n = n & 1 ? 3 * n + 1 : n / 2;
    if (n > 1) goto top;
out:
    return steps;
}

int main(void) {
    printf("%d %d %d %d\n", scan("ab 12 c3 4d 555  x"), irreducible(27, 0), irreducible(97, 1), irreducible(6, 1));
    return 0;
}
