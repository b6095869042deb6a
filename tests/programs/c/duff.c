// Duff's device: a switch that jumps into a loop.
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++; // falls through
    case 7: *to++ = *from++; // falls through
    case 6: *to++ = *from++; // falls through
    case 5: *to++ = *from++; // falls through
    case 4: *to++ = *from++; // falls through
    case 3: *to++ = *from++; // falls through
    case 2: *to++ = *from++; // falls through
    case 1: *to++ = *from++;
        } while (--n > 0);
    }
}

int main(void) {
    char out[32] = {0};
    for (int n = 1; n < 20; n += 6) {
        copy(out, "abcdefghijklmnopqrstuvwxyz", n);
        puts(out);
    }
    return 0;
}
