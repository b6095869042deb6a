// Handlers are chosen by type: the same, a public base, a base that is not the first, a pointer, anything.
#include <klee/klee.h>

struct Tag {
    int tag = 7;
};
struct Error {
    int code;
    explicit Error(int code) : code(code) {}
    virtual ~Error() {}
    virtual int kind() const { return 1; }
};
struct Special : Tag, Error {
    explicit Special(int code) : Error(code) {}
    int kind() const override { return 2; }
};
struct Hidden : private Error {
    Hidden() : Error(0) {}
};

static Special shared(40);

__attribute__((noinline)) static void raise(unsigned char x) {
    switch (x) {
    case 0: throw Special(10);
    case 1: throw Error(20);
    case 2: throw 30;
    case 3: throw &shared;
    case 4: throw "text";
    case 5: throw Hidden();
    default: break;
    }
}

static int handle(unsigned char x) {
    try {
        raise(x);
    } catch (long) {
        return -1; //~ dead
    } catch (const Error &error) {
        return error.code + error.kind();
    } catch (int number) {
        return number;
    } catch (const Error *error) {
        return error->code + error->kind();
    } catch (const char *text) {
        return text[1];
    } catch (...) {
        return 50; //~ reached
    }
    return 0; //~ reached
}

int main() {
    static const int expected[] = {12, 21, 30, 42, 'e', 50, 0};
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    int got = handle(x);
    if (got != expected[x < 6 ? x : 6])
        klee_report_error(__FILE__, __LINE__, "another handler than C++ says", "handler.err"); //~ dead
    return got;
}
