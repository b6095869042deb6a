// Two symbolic indices into a matrix.
// paths: 2 -- on the diagonal or not
#include <klee/klee.h>

static int m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

int main(void) {
    unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
    if (m[i][j] == 1)
        return i == j ? 0 : 1;
    return 2;
}
