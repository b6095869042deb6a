// The loop changes a variable by another name.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n"), i = 0, kept = 7, other = 0;
    int *where = n > 40 ? &kept : &other;
    while (i < n && i < 50) {
        if (i == 45)
            *where = 8;
        i++;
    }
    assert(kept == 7);
    return 0;
}
