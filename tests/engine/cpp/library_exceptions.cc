// The exceptions of the standard library: made, thrown by its containers, caught by a base with their text; uncaught.
#include <klee/klee.h>
#include <stdexcept>
#include <vector>

__attribute__((noinline)) static int pick(const std::vector<int> &list, unsigned at) {
    if (at == 9)
        throw std::invalid_argument("nine");
    return list.at(at);
}

int main() {
    unsigned char at;
    klee_make_symbolic(&at, sizeof at, "at");
    klee_assume(at < 10);
    std::vector<int> list(2, 5);
    try {
        return pick(list, at); //~ reached
    } catch (const std::out_of_range &) {
        return 1; //~ reached
    } catch (const std::exception &error) {
        if (error.what()[0] == 'n')
            throw std::runtime_error("nobody waits for this"); //~ bug: abort
        return 2; //~ dead
    }
}
