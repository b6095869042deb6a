// Calls that could throw and do not: invoke, landing pads and cleanups are there, only the normal way is taken.
#include <cstdio>

static int live;

struct Resource {
    Resource() { live++; }
    Resource(const Resource &) { live++; }
    ~Resource() { live--; }
};

__attribute__((noinline)) static int may_throw(int x) {
    if (x > 1000) throw x;
    return x * 2;
}

__attribute__((noinline)) static int use(Resource, int x) {
    Resource local;
    int y = may_throw(x);
    Resource *heap = new Resource;
    y += may_throw(y);
    delete heap;
    return y;
}

int main() {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        try {
            Resource r;
            sum += use(r, i);
        } catch (int e) {
            sum = -e;
        }
    }
    std::printf("%d %d\n", sum, live);
    return 0;
}
