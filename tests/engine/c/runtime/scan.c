// sscanf of symbolic text: numbers, words and sets, with what is left behind.
// verdict: proved
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    char s[5], word[5] = "";
    int n = -1, m = -1, end = -1;
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    klee_assume((s[0] == '-') | (s[0] == '7') | (s[0] == ' ') | (s[0] == 'x'));
    klee_assume((s[2] == 'a') | (s[2] == ',') | (s[2] == '0'));
    int stored = sscanf(s, "%d,%2i%n", &n, &m, &end);
    int words = sscanf(s, " %4[^a]", word);
    printf("%d %d %d %d %d %s\n", stored, n, m, end, words, word);
    return stored < 0 ? 3 : stored;
}
