// A counter of eight bits comes back to where it began.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned char i = 0;
    unsigned n = (unsigned)braid_int("n"), steps = 0;
    braid_assume(n <= 1000);
    while (steps < n) {
        i++;
        steps++;
    }
    assert(i == steps);
    return 0;
}
