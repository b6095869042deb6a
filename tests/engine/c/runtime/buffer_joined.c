// Paths that flush and paths that do not are joined: each still claims what has arrived on it.
// verdict: proved
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    unsigned char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 3; i++) {
        putchar('a' + i);
        if (text[i] > 7)
            fflush(stdout);
    }
    _exit(0);
}
