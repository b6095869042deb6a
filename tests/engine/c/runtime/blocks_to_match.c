// Functions that stop at what they look for may be given a size beyond the object; without a match they fault.
// paths: 7 -- four functions with a match, three without
// try: 0 1 2 3 4 5 6
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *volatile text = malloc(4);
    char to[16];
    volatile size_t many = 12;
    memcpy(text, "abcd", 4);
    switch (klee_range(0, 7, "case")) {
    case 0: assert(memchr(text, 'd', many) == text + 3); break;
    case 1: return memchr(text, 'x', many) != 0; //~ bug: out-of-bounds
    case 2: assert(memccpy(to, text, 'd', many) == to + 4); break;
    case 3: assert(rawmemchr(text, 'd') == text + 3); break;
    case 4: return rawmemchr(text, 'x') != 0; //~ bug: out-of-bounds
    case 5: assert(strnlen("abc", many) == 3 && strncmp("abc", "abd", many) < 0); break;
    default: return (int)strnlen(text, many); //~ bug: out-of-bounds
    }
    free(text);
    return 0;
}
