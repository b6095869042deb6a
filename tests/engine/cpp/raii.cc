// Destructors run on every way out of a scope.
// paths: 4 -- early return; continue and fall through by turns: x = 0, 1, 2, others
#include <assert.h>
#include <klee/klee.h>

static int open_count, closed_count;

struct Guard {
    Guard() { open_count++; }
    ~Guard() { closed_count++; }
};

static int work(unsigned x) {
    Guard outer;
    for (unsigned i = 0; i < 3; i++) {
        Guard inner;
        if (i == x)
            return (int)i; //~ reached
    }
    return 3; //~ reached
}

int main() {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    int result = work(x);
    assert(open_count == closed_count);
    return result;
}
