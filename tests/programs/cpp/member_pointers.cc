// Pointers to members: data and functions, virtual ones through a base, arrays of them, null tests.
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    virtual int speak(int x) { return x + 1; }
    int plain(int x) { return x * value; }
    int value = 3, other = 4;
};

struct Derived : Base {
    int speak(int x) override { return x - 1; }
};

static int call(Base &b, int (Base::*f)(int), int x) { return f ? (b.*f)(x) : -1; }

int main() {
    Base base;
    Derived derived;
    int (Base::*methods[])(int) = {&Base::speak, &Base::plain, nullptr};
    for (auto m : methods) std::printf("%d %d ", call(base, m, 10), call(derived, m, 10));
    int Base::*field = &Base::value;
    base.*field += 10;
    field = &Base::other;
    std::printf("%d %d %d\n", base.value, base.*field, methods[0] == &Base::speak);
    return 0;
}
