// A call through a joined pointer to functions, whose results are then joined values themselves.
// run: --merge=region
// groups: 3 -- one for each function
// verdict: proved
#include <assert.h>
#include <klee/klee.h>

static int twice(int x) { return 2 * x; }
static int more(int x) { return x + 1; }
static int none(int x) { return x - x; }

int main(void) {
    unsigned k = klee_range(0, 3, "k");
    int (*f)(int) = none;
    klee_open_merge();
    if (k == 0)
        f = twice;
    else if (k == 1)
        f = more;
    klee_close_merge();
    int result = f(10);
    assert(result == (k == 0 ? 20 : k == 1 ? 11 : 0));
    return result;
}
