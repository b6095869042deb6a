// A function that a resolver chooses at load time: called, by address, with a structure, and from a table.
// paths: 2 -- x is 7 or not
// try: 0 6 7 8
// override(m32): skip because the linker takes such functions only from code for shared libraries
#include <assert.h>
#include <klee/klee.h>

struct pair {
    long a, b, c;
};

static int resolved;
static int add_one(int x) { return x + 1; }
static int add_two(int x) { return x + 2; }
static long total(struct pair p, int scale) { return (p.a + p.b + p.c) * scale; }

static int (*choose_add(void))(int) {
    resolved++;
    return sizeof(int) == 4 ? add_two : add_one;
}
static long (*choose_sum(void))(struct pair, int) { return total; }

int add(int x) __attribute__((ifunc("choose_add")));
long sum(struct pair p, int scale) __attribute__((ifunc("choose_sum")));

static int (*const table[])(int) = {add, add_one};

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0);
    klee_assume(x < 1000);
    struct pair p = {1, 2, x};
    assert(sum(p, 2) == 6 + 2 * (long)x);
    assert(add(x) == x + 2 && table[0](x) == x + 2 && table[1](x) == x + 1);
    int (*volatile pointer)(int) = add;
    if (pointer(x) == 9) {
        assert(x == 7);
        return 1; //~ reached
    }
    return 0;
}
