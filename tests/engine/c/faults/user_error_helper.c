// A check of one's own in a helper that is called in three places.
// paths: 4 -- the first, second, third check fails, or none
#include <klee/klee.h>

static void check(int ok, const char *message) {
    if (!ok)
        klee_report_error("user_error_helper.c", 7, message, "check"); //~ bug: user-error
}

int main(void) {
    unsigned char a;
    klee_make_symbolic(&a, sizeof a, "a");
    check(a != 1, "one");
    check(a != 2, "two");
    check(a != 3, "three");
    return 0;
}
