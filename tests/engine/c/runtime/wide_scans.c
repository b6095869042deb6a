// Reads standard input as wide characters, and a wide string with swscanf.
// flags: --sym-stdin 3
// verdict: proved
#include <klee/klee.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t word[8] = L"", s[3];
    int n = -1, m = -1;
    setlocale(LC_ALL, "C.UTF-8");
    wint_t c = fgetwc(stdin);
    if (c == WEOF || c > 0x7f)
        return 4; //~ reached
    ungetwc(c, stdin);
    int stored = wscanf(L"%2l[a-c]%d", word, &n);
    klee_make_symbolic(s, sizeof s, "s");
    klee_assume((s[0] == '4') | (s[0] == 0xe4));
    s[1] = ' ';
    s[2] = 0;
    m = swscanf(s, L"%2$d%1$*c", word, &m);
    wprintf(L"%d %ls %d %d\n", stored, word, n, m);
    return stored < 0 ? 3 : stored;
}
