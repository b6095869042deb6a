// What an input made inside of the loop adds reaches the limit.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned sum = 0;
    while (braid_int("more")) {
        unsigned add = (unsigned)braid_int("add");
        braid_assume(add <= 3);
        if (sum < 1000)
            sum += add;
    }
    assert(sum <= 1000);
    return 0;
}
