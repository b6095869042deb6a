// Lifetimes: constructors, destructors, copies, moves, temporaries, early return, arrays, placement new.
#include <cstdio>
#include <new>

struct Trace {
    explicit Trace(const char *name) : name(name) { std::printf("+%s ", name); }
    Trace(const Trace &other) : name(other.name) { std::printf("copy %s ", name); }
    Trace(Trace &&other) noexcept : name(other.name) { other.name = "moved", std::printf("move %s ", name); }
    ~Trace() { std::printf("-%s ", name); }
    const char *name;
};

static Trace pass(Trace t) { return static_cast<Trace &&>(t); }

static int early(int n) {
    Trace a("a");
    if (n == 0) return 1;
    Trace b("b");
    for (int i = 0; i < 2; i++) {
        Trace c("c");
        if (i == n - 1) return 2;
    }
    return 3;
}

class Buffer {
public:
    explicit Buffer(int n) : data(new int[static_cast<unsigned>(n)]), n(n) { for (int i = 0; i < n; i++) data[i] = i; }
    Buffer(Buffer &&other) noexcept : data(other.data), n(other.n) { other.data = nullptr, other.n = 0; }
    Buffer(const Buffer &) = delete;
    ~Buffer() { delete[] data; }
    int sum() const { int s = 0; for (int i = 0; i < n; i++) s += data[i]; return s; }

private:
    int *data;
    int n;
};

int main() {
    int a = early(0), b = early(1), c = early(5);
    std::printf("%d %d %d\n", a, b, c);
    Trace x("x");
    Trace y = pass(x);
    alignas(Trace) char room[sizeof(Trace)];
    Trace *placed = new (room) Trace("placed");
    placed->~Trace();
    Trace pair[2] = {Trace("p"), Trace("q")};
    Buffer one(10), two(static_cast<Buffer &&>(one));
    std::printf("\n%s %d %d\n", y.name, one.sum(), two.sum());
    return 0;
}
