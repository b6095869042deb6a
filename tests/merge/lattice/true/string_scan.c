// A scan for the end of a string stays inside of a buffer that has one.
#include <assert.h>
#include <braid.h>

int main(void) {
    char text[8];
    braid_symbolic(text, sizeof text, "text");
    text[7] = 0;
    int i = 0;
    while (text[i] != 0)
        i++;
    assert(i < 8);
    return 0;
}
