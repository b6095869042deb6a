// Templates: functions, classes, specialisation, variadic packs, compile-time recursion, non-type parameters.
#include <cstdio>

template <typename T> T largest(const T *values, int n) {
    T best = values[0];
    for (int i = 1; i < n; i++)
        if (best < values[i]) best = values[i];
    return best;
}

template <typename T, int N> class Stack {
public:
    bool push(T value) { return used < N ? items[used++] = value, true : false; }
    T pop() { return items[--used]; }
    int size() const { return used; }

private:
    T items[N] = {};
    int used = 0;
};

template <unsigned N> struct Factorial { static constexpr unsigned long value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr unsigned long value = 1; };

template <typename T> const char *kind(T) { return "value"; }
template <typename T> const char *kind(T *) { return "pointer"; }
template <> const char *kind(int) { return "int"; }

template <typename... Ts> long total(Ts... values) { return (long(values) + ... + 0L); }

int main() {
    int ints[] = {3, 9, 2};
    double doubles[] = {0.5, -1, 0.25};
    Stack<char, 3> stack;
    for (char c = 'a'; stack.push(c); c++) {}
    char top = stack.pop(), under = stack.pop();
    std::printf("%d %g %c%c %d %lu %s %s %s %ld\n", largest(ints, 3), largest(doubles, 3), top, under, stack.size(),
                Factorial<15>::value, kind(1), kind(1.0), kind(ints), total(1, 2u, 'a', true, 4.9));
    return 0;
}
