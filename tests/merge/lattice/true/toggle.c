// A switch is on or off.
#include <assert.h>
#include <braid.h>

int main(void) {
    int on = 0;
    while (braid_int("more"))
        on = !on;
    assert(on == 0 || on == 1);
    return 0;
}
