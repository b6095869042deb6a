// The input of one iteration has the name of the next one's: what is known of it must not be kept.
#include <assert.h>
#include <braid.h>

int main(void) {
    int last = 0, count = 0;
    while (braid_int("more")) {
        int now = braid_int("now");
        braid_assume(now >= 0 && now <= 1);
        if (now < last)
            count++;
        last = now;
    }
    assert(count < 2);
    return 0;
}
