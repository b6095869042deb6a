// Numbers in wide strings: what is read, and where it ends.
// verdict: proved
#include <klee/klee.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t s[4], *end, *real_end;
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    klee_assume((s[0] == '-') | (s[0] == '7') | (s[0] == ' '));
    klee_assume((s[1] == '1') | (s[1] == 0x20ac) | (s[1] == 'x'));
    klee_assume((s[2] == '.') | (s[2] == '0'));
    long n = wcstol(s, &end, 0);
    double x = wcstod(s, &real_end);
    printf("%ld %d %g %d\n", n, (int)(end - s), x, (int)(real_end - s));
    return end != s; //~ reached
}
