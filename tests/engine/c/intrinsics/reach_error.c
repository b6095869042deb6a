// reach_error as the tasks of SV-COMP declare it.
// paths: 3 -- flag false; flag true with c above 200 (the error) or not
#include <stdbool.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    bool flag = __VERIFIER_nondet_bool();
    unsigned char c = __VERIFIER_nondet_uchar();
    if (!flag)
        return 0;
    if (c > 200)
        reach_error(); //~ bug: assert|abort|user-error|reach-error
    return 1;
}
