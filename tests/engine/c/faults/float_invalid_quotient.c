// A share of nothing: zero by zero. With a total the quotient is a number.
// check: float-invalid
#include <klee/klee.h>

static float share(float part, float total) {
    volatile float quotient = part / total; //~ bug: float-invalid
    return quotient;
}

int main(void) {
    unsigned char part, total;
    klee_make_symbolic(&part, sizeof part, "part");
    klee_make_symbolic(&total, sizeof total, "total");
    if (part > total)
        return 0;
    return share(part, total) > 0.5f;
}
