// snprintf of numbers and strings, also when the buffer is too short.
// paths: 2 -- x is 0 or not
// try: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char x;
    char buffer[8];
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 0) {
        int n = snprintf(buffer, sizeof buffer, "%d:%s", -42, "abcdef");
        assert(n == 10 && strcmp(buffer, "-42:abc") == 0);
        return 1;
    }
    snprintf(buffer, sizeof buffer, "%04x|%c", 0xbe, 'Z');
    assert(strcmp(buffer, "00be|Z") == 0);
    return 0;
}
