// Characters of UTF-8 in symbolic bytes: how many, and which are none.
// verdict: proved
#include <klee/klee.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    char s[3];
    wchar_t c = 0;
    mbstate_t state = {0};
    klee_make_symbolic(s, sizeof s, "s");
    if (!setlocale(LC_ALL, "C.UTF-8"))
        return 1;
    size_t n = mbrtowc(&c, s, sizeof s, &state);
    if (n == (size_t)-1)
        return 2; //~ reached
    printf("%zd %x %d\n", (ssize_t)n, (unsigned)c, mbsinit(&state) != 0);
    return 0;
}
