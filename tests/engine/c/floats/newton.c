// Newton's iteration for a square root is near it after two steps, and below it by rounding alone.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char n = klee_range(9, 17, "n");
    float x = n, guess = 4;
    for (int i = 0; i < 2; i++)
        guess = 0.5f * (guess + x / guess);
    assert(guess * guess < x * 1.01f);
    assert(guess * guess > x); //~ bug: assert
    return 0;
}
