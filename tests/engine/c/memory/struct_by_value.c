// Structures passed and returned by value, small and large.
// paths: 2 -- p.x > p.y or not
#include <assert.h>
#include <klee/klee.h>

struct pair {
    int x, y;
};
struct block {
    long words[6];
};

static struct pair swap(struct pair p) { return (struct pair){p.y, p.x}; }
static struct block fill(struct block b, long value) {
    for (int i = 0; i < 6; i++)
        b.words[i] += value;
    return b;
}

int main(void) {
    struct pair p;
    struct block b = {{1, 2, 3, 4, 5, 6}};
    klee_make_symbolic(&p, sizeof p, "p");
    struct pair q = swap(p);
    struct block c = fill(b, q.x);
    assert(b.words[0] == 1 && c.words[5] == 6 + (long)p.y);
    if (p.x > p.y)
        assert(q.x < q.y);
    return 0;
}
