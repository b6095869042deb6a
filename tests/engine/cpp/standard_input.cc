// A number and a word from standard input.
// flags: --sym-stdin 3
// override(m32): skip because the runtime for i386 has no streams
#include <iostream>
int main() {
    int n = 0;
    std::cin >> n;
    if (n == 42)
        std::cout << "found\n"; //~ reached
    return std::cin.good() ? 0 : 1;
}
