// A std::cout with a buffer of its own: its text and that of printf arrive in another order.
#include <cstdio>
#include <iostream>
#include <unistd.h>

int main() {
    std::ios::sync_with_stdio(false);
    std::printf("printf\n");
    std::cout << "cout " << 42 << '\n';
    (void)!write(1, "write\n", 6);
    std::cout << "flushed" << std::endl;
    std::printf("printf again\n");
    std::cout << "at the end\n";
}
