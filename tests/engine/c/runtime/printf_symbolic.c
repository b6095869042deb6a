// Prints a symbolic number: every test must print what the native program prints.
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    unsigned x = klee_range(0, 120, "x");
    printf("x = %u\n", x);
    if (x > 99)
        puts("three digits"); //~ reached
    return 0;
}
