// What changes is a byte of memory that only the last iteration reads.
#include <assert.h>
#include <braid.h>

int main(void) {
    static int counter;
    int n = braid_int("n");
    braid_assume(n >= 0 && n <= 5000);
    for (int i = 0; i < n; i++)
        counter += 2;
    assert(counter != 4000);
    return 0;
}
