// memccpy that finds nothing needs all bytes that it was told to copy.
// paths: 1 -- it faults
// replay: skip because no sanitizer looks at memccpy
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *volatile text = malloc(4);
    char to[16];
    volatile size_t many = 12;
    memcpy(text, "abcd", 4);
    return memccpy(to, text, 'x', many) != 0; //~ bug: out-of-bounds
}
