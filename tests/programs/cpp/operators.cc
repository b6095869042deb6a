// Overloaded operators, references, const and non-const access, user conversions, friends, namespaces, enum class.
#include <cstdio>

namespace math {
class Fraction {
public:
    constexpr Fraction(long n = 0, long d = 1) : n(n), d(d) { reduce(); }
    Fraction operator+(const Fraction &o) const { return {n * o.d + o.n * d, d * o.d}; }
    Fraction operator*(const Fraction &o) const { return {n * o.n, d * o.d}; }
    Fraction &operator+=(const Fraction &o) { return *this = *this + o; }
    Fraction operator-() const { return {-n, d}; }
    Fraction &operator++() { return *this += 1; }
    Fraction operator++(int) { Fraction old = *this; ++*this; return old; }
    bool operator<(const Fraction &o) const { return n * o.d < o.n * d; }
    explicit operator double() const { return double(n) / double(d); }
    friend bool operator==(const Fraction &a, const Fraction &b) { return a.n == b.n && a.d == b.d; }
    void print() const { std::printf("%ld/%ld ", n, d); }

private:
    static constexpr long gcd(long a, long b) { return b ? gcd(b, a % b) : a < 0 ? -a : a; }
    constexpr void reduce() { long g = gcd(n, d); n /= g, d /= g; }
    long n, d;
};
} // namespace math

template <typename T> class Grid {
public:
    Grid(int w, int h) : w(w), cells(new T[unsigned(w * h)]()) {}
    ~Grid() { delete[] cells; }
    T &operator()(int x, int y) { return cells[y * w + x]; }
    const T &operator()(int x, int y) const { return cells[y * w + x]; }

private:
    int w;
    T *cells;
};

enum class Color : unsigned char { Red, Green = 5, Blue };
static Color next(Color c) { return c == Color::Red ? Color::Green : Color(unsigned(c) + 1); }

int main() {
    using math::Fraction;
    Fraction sum, half(1, 2);
    for (int i = 1; i <= 8; i++) sum += Fraction(1, i) * half;
    sum.print();
    (-sum++).print();
    sum.print();
    Grid<short> grid(4, 3);
    grid(2, 1) = 7;
    grid(3, 2) = short(grid(2, 1) * 2);
    const Grid<short> &view = grid;
    std::printf("%.6f %d %d %d %d\n", double(sum), half < sum, half == Fraction(3, 6), view(3, 2) + view(0, 0), int(next(next(Color::Red))));
    return 0;
}
