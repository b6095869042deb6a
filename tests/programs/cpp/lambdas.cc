// Lambdas: captures by value, by reference, of this, mutable, generic, converted to function pointers, recursive.
#include <cstdio>

template <typename F> static int apply(int n, F f) {
    int total = 0;
    for (int i = 0; i < n; i++) total += f(i);
    return total;
}

class Counter {
public:
    auto adder() { return [this](int by) { return value += by; }; }
    int value = 100;
};

struct AnyFunction {
    template <typename F> explicit AnyFunction(F *f) : object(f), call([](void *o, int x) { return (*static_cast<F *>(o))(x); }) {}
    int operator()(int x) const { return call(object, x); }
    void *object;
    int (*call)(void *, int);
};

int main() {
    int base = 10, seen = 0;
    int a = apply(5, [base](int i) { return base * i; });
    int b = apply(5, [&](int i) { return seen += i, base - i; });
    auto next = [n = 1]() mutable { return n *= 3; };
    next(), next();
    auto generic = [](auto x, auto y) { return x < y ? y : x; };
    int (*plain)(int) = [](int x) { return x * x; };
    Counter counter;
    auto add = counter.adder();
    add(5);
    auto twice = [&](int x) { return x * 2 + base; };
    AnyFunction any(&twice);
    auto factorial = [](auto &self, int n) -> long { return n < 2 ? 1 : n * self(self, n - 1); };
    std::printf("%d %d %d %d %g %d %d %d %ld\n", a, b, seen, next(), generic(1, 2.5), plain(12), counter.value, any(4), factorial(factorial, 12));
    return 0;
}
