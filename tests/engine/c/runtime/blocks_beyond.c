// Functions that need a whole block: memrchr, memmem, bcmp, memset and memmove fault although the answer is near.
// paths: 6 -- one for each case
// try: 0 1 2 3 4 5
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char *volatile small = malloc(4);
    char big[16] = "0123456789abcde";
    volatile size_t five = 5;
    memcpy(small, "abcd", 4);
    switch (klee_range(0, 6, "case")) {
    case 0: return memrchr(small, 'd', five) != 0; //~ bug: out-of-bounds
    case 1: return memmem(small, five, "ab", 2) != 0; //~ bug: out-of-bounds
    case 2: return memmem(big, sizeof big, small, five) != 0; //~ bug: out-of-bounds
    case 3: return bcmp(small, big, five); //~ bug: out-of-bounds
    case 4: memmove(small, big, five); //~ bug: out-of-bounds
        break;
    default: memset(small, 0, five); //~ bug: out-of-bounds
    }
    free(small);
    return 0;
}
