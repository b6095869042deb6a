// A container template without the standard library, and an algorithm over it.
// paths: 5 -- n = 0..4
#include <assert.h>
#include <klee/klee.h>

template <typename T, unsigned N> class Stack {
    T items[N];
    unsigned count = 0;

  public:
    bool push(T item) {
        if (count == N)
            return false;
        items[count++] = item;
        return true;
    }
    template <typename F> T fold(T start, F f) const {
        for (unsigned i = 0; i < count; i++)
            start = f(start, items[i]);
        return start;
    }
};

int main() {
    Stack<long, 4> stack;
    int n = klee_range(0, 5, "n");
    for (int i = 1; i <= n; i++)
        stack.push(i);
    long sum = stack.fold(0L, [](long a, long b) { return a + b; });
    assert(sum == n * (n + 1) / 2);
    return (int)sum;
}
