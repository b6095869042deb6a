// Tables made at compile time, string views by hand, structured bindings, if constexpr, references to temporaries.
#include <cstdio>

struct Table {
    constexpr Table() : sine() {
        for (int i = 0; i < 16; i++) sine[i] = (i < 8 ? 1 : -1) * ((i % 8) * (8 - i % 8));
    }
    int sine[16];
};
static constexpr Table table;

struct View {
    constexpr View(const char *s) : data(s), size(0) { while (data[size]) size++; }
    constexpr bool starts_with(View other) const {
        if (other.size > size) return false;
        for (unsigned i = 0; i < other.size; i++)
            if (data[i] != other.data[i]) return false;
        return true;
    }
    const char *data;
    unsigned size;
};

template <typename T> static long widen(T x) {
    if constexpr (sizeof(T) < 4) return x * 1000L;
    else return x;
}

struct Pair { int first; const char *second; };
static Pair lookup(int i) { return {i * 2, i % 2 ? "odd" : "even"}; }

int main() {
    int sum = 0;
    for (int i = 0; i < 16; i++) sum = sum * 3 + table.sine[i];
    static_assert(View("constexpr").starts_with("const"));
    auto [number, text] = lookup(21);
    const View &view = View("temporary");
    std::printf("%d %d %s %d %u %ld %ld\n", sum, number, text, view.starts_with("temp"), view.size, widen(short(3)), widen(3));
    return 0;
}
