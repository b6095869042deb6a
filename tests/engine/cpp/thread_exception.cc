// An exception that leaves a thread ends the program: the thread that started it does not catch it.
// verdict: bug
// incomplete: threads run one after the other
// flags: --cflags=-pthread
#include <klee/klee.h>
#include <thread>

static int caught_inside(int n) {
    try {
        if (n > 100)
            throw n;
        return 0;
    } catch (int) {
        return 1; //~ reached
    }
}

int main() {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    int result = 0;
    try {
        std::thread thread([&] {
            result = caught_inside(n);
            if (n == 7)
                throw 7; //~ bug: abort
        });
        thread.join();
    } catch (...) {
        return 9; //~ dead
    }
    return result;
}
