// needs: clang 17
// decode-only: the conversions of bfloat need a newer runtime library than many systems have
// __bf16 as a storage and arithmetic type.
#include <stdio.h>

int main(void) {
    volatile __bf16 a = (__bf16)1.5f, b = (__bf16)3.25f;
    __bf16 c = a * b + a;
    printf("%g\n", (double)(float)c);
    return 0;
}
