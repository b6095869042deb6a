// decode-only: exceptions are thrown
// Exceptions: throw, catch by type, rethrow, cleanup while unwinding, filters.
#include <cstdio>

struct Guard {
    ~Guard() { std::printf("cleanup "); }
};

struct Error { int code; };

static int risky(int n) {
    Guard guard;
    if (n == 1) throw 42;
    if (n == 2) throw Error{7};
    if (n == 3) throw "text";
    return n;
}

static int attempt(int n) {
    try {
        return risky(n);
    } catch (int i) {
        return i;
    } catch (const Error &e) {
        return e.code;
    } catch (...) {
        std::printf("other ");
        throw;
    }
}

int main() {
    int total = 0;
    for (int i = 0; i < 4; i++) {
        try {
            total += attempt(i);
        } catch (const char *text) {
            std::printf("%s ", text);
        }
    }
    std::printf("%d\n", total);
    return 0;
}
