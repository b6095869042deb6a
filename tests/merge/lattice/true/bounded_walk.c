// A walk that turns back at walls stays between them.
#include <assert.h>
#include <braid.h>

int main(void) {
    int at = 0;
    while (braid_int("more")) {
        if (braid_int("right")) {
            if (at < 10)
                at++;
        } else if (at > -10) {
            at--;
        }
    }
    assert(at >= -10 && at <= 10);
    return 0;
}
