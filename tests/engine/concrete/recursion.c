// Deep and wide recursion: Ackermann, Hanoi, permutations, partitions, Hofstadter, mutual recursion.
#include <stdio.h>
#include <string.h>

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static long moves;
static void hanoi(int n, char from, char to, char over) {
    if (n == 0)
        return;
    hanoi(n - 1, from, over, to);
    if (moves++ < 7)
        printf("%c%c ", from, to);
    hanoi(n - 1, over, to, from);
}

static int permutations;
static void permute(char *s, int at) {
    if (!s[at]) {
        if (permutations++ % 20 == 0)
            printf("%s ", s);
        return;
    }
    for (int i = at; s[i]; i++) {
        char t = s[at];
        s[at] = s[i], s[i] = t;
        permute(s, at + 1);
        t = s[at];
        s[at] = s[i], s[i] = t;
    }
}

static int partitions(int n, int largest) {
    if (n == 0)
        return 1;
    int count = 0;
    for (int part = n < largest ? n : largest; part > 0; part--)
        count += partitions(n - part, part);
    return count;
}

static int female(int n);
static int male(int n) { return n ? n - female(male(n - 1)) : 0; }
static int female(int n) { return n ? n - male(female(n - 1)) : 1; }

static int hofstadter(int n) { return n < 3 ? 1 : hofstadter(n - hofstadter(n - 1)) + hofstadter(n - hofstadter(n - 2)); }

static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    for (unsigned m = 0; m < 4; m++)
        printf("%u ", ackermann(m, 3));
    puts("");
    hanoi(10, 'a', 'c', 'b');
    printf("%ld\n", moves);
    char letters[] = "abcde";
    permute(letters, 0);
    printf("%d %s\n", permutations, letters);
    for (int n = 1; n <= 20; n += 3)
        printf("%d ", partitions(n, n));
    puts("");
    for (int n = 0; n < 15; n++)
        printf("%d/%d ", male(n), female(n));
    puts("");
    for (int n = 1; n < 16; n++)
        printf("%d ", hofstadter(n));
    printf("\n%d\n", depth(2000));
    return 0;
}
