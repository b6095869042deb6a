// decode-only: the resolver of an indirect function runs at load time
// An indirect function.
#include <stdio.h>

static int slow(int x) { return x + x; }
static int (*resolve(void))(int) { return slow; }
int chosen(int x) __attribute__((ifunc("resolve")));

int main(void) {
    printf("%d\n", chosen(21));
    return 0;
}
