// Two strings of fewer than M bytes side by side.
#include <braid.h>

__attribute__((noinline)) static int compare(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

int main(void) {
    char a[M], b[M];
    braid_symbolic(a, M, "a");
    braid_symbolic(b, M, "b");
    a[M - 1] = 0;
    b[M - 1] = 0;
    return compare(a, b) == 0;
}
