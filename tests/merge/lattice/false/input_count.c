// An input made inside of the loop ends it: after 200 times yes the property is false.
#include <assert.h>
#include <braid.h>

int main(void) {
    int count = 0;
    while (braid_int("more"))
        count++;
    assert(count != 200);
    return 0;
}
