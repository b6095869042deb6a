// needs: clang 15
// __fp16 as a storage format: conversion to and from float, rounding to 11 bits, overflow to infinity.
#include <stdio.h>
#include <string.h>

int main(void) {
    float values[] = {0.0f, 1.0f, -2.5f, 0.1f, 65504.0f, 65520.0f, 1e-7f, 6e-8f, 3.14159f};
    __fp16 stored[9];
    for (int i = 0; i < 9; i++) stored[i] = values[i];
    for (int i = 0; i < 9; i++) {
        unsigned short bits;
        memcpy(&bits, &stored[i], 2);
        printf("%04x %g ", bits, (double)(float)stored[i]);
    }
    float sum = 0;
    for (int i = 0; i < 5; i++) sum += stored[i] * stored[3];
    printf("%g\n", (double)sum);
    return 0;
}
