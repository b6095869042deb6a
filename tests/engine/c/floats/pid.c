// A step of a controller: what it gives is in its range, whatever was measured, unless that was no number.
#include <assert.h>
#include <klee/klee.h>

struct controller { float integral, last; };

static float step(struct controller *c, float error) {
    c->integral += error * 0.25f;
    if (c->integral > 10)
        c->integral = 10;
    if (c->integral < -10)
        c->integral = -10;
    float out = 2 * error + c->integral + (error - c->last);
    c->last = error;
    return out > 50 ? 50 : out < -50 ? -50 : out;
}

int main(void) {
    struct controller c = {0, 0};
    float error;
    klee_make_symbolic(&error, sizeof error, "error");
    float out = step(&c, error);
    assert(c.integral <= 10 || c.integral != c.integral);
    assert(out >= -50 && out <= 50); //~ bug: assert
    return 0;
}
