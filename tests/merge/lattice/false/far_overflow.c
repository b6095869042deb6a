// The buffer is left after its last element.
#include <assert.h>
#include <braid.h>

int main(void) {
    char buffer[100];
    unsigned n = (unsigned)braid_int("n"), i = 0;
    braid_assume(n <= 101);
    while (i < n)
        buffer[i++] = 0;
    return 0;
}
