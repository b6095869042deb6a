// A path of N branches, each on a byte of its own: what deep paths cost.
#include <klee/klee.h>

static unsigned char bytes[N];

int main(void) {
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < N; i++)
        if (bytes[i] == 7)
            return 1;
    return 0;
}
