// Destructors run from the inside out when an exception passes, also that of the exception; a rethrown one is the same.
#include <klee/klee.h>

static int trace;

struct Guard {
    int digit;
    explicit Guard(int digit) : digit(digit) {}
    ~Guard() { trace = trace * 10 + digit; }
};

struct Error {
    Guard guard{9};
    int depth = 0;
};

__attribute__((noinline)) static void inner(bool fails) {
    Guard one(1);
    if (fails)
        throw Error();
    Guard two(2);
}

__attribute__((noinline)) static void middle(bool fails) {
    Guard three(3);
    try {
        Guard four(4);
        inner(fails);
    } catch (Error &error) {
        error.depth++;
        try {
            throw 5;
        } catch (int digit) {
            trace = trace * 10 + digit;
        }
        throw;
    }
}

int main() {
    bool fails;
    klee_make_symbolic(&fails, sizeof fails, "fails");
    klee_assume(fails == 0 || fails == 1);
    try {
        middle(fails);
        if (trace != 2143)
            klee_report_error(__FILE__, __LINE__, "the order of destructors", "order.err"); //~ dead
        return 0; //~ reached
    } catch (Error &error) {
        if (error.depth != 1)
            klee_report_error(__FILE__, __LINE__, "a rethrown exception is another", "same.err"); //~ dead
    }
    if (trace != 14539)
        klee_report_error(__FILE__, __LINE__, "the order of destructors", "order.err"); //~ dead
    return 1; //~ reached
}
