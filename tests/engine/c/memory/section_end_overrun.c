// Reading the variable behind the end of a section is out of bounds.
// paths: 2 -- inside, or behind the end
// override(O1): bugs any because the optimiser makes one read of both, which has no line
// replay: skip because sanitizers leave no room between or behind the variables of a section
#include <klee/klee.h>

static int one __attribute__((used, section("numbers"))) = 1;
static int two __attribute__((used, section("numbers"))) = 2;

extern int __start_numbers[], __stop_numbers[];

int main(void) {
    int at = klee_range(0, 3, "at");
    if (at < 2) {
        return __start_numbers[at];
    }
    return *__stop_numbers; //~ bug: out-of-bounds
}
