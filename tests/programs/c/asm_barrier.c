// Empty assembly templates: optimisation barriers, which any engine can step over.
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        __asm__ volatile("" ::: "memory");
        sum += i;
        __asm__ volatile("" : : "r"(&sum) : "memory");
    }
    printf("%d\n", sum);
    return 0;
}
