// Prints an unknown number and an unknown character to wide memory and to a stream.
// verdict: proved
#include <klee/klee.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t text[32];
    unsigned n = klee_range(0, 120, "n");
    wchar_t c = (wchar_t)klee_range('a', 'f', "c");
    int length = swprintf(text, 32, L"<%4u|%lc|%-5ls>", n, c, L"w");
    wprintf(L"%d %ls\n", length, text);
    if (text[2] != ' ')
        wprintf(L"three digits\n"); //~ reached
    return swprintf(text, 3, L"%u", n) < 0; // no room for three digits
}
