// Seventy regions in each other, of which 64 are followed. The end of one that is not followed ends no other: the six innermost
// belong to the region around them, and every end has its beginning.
// run: --merge=region
// groups: 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 8 -- x = 0 to 6 and the others at the innermost end that is followed; x = depth or not at the 63 around it
// complete: 64 -- those that are followed
// refused: 6 -- the beginnings of 70 - 64
// messages: 13 in inside: contexts nest too deeply
// states: 1 -- the joined one
// verdict: proved
#include <klee/klee.h>

static int inside(int depth, int x) {
    klee_open_merge();
    int y = depth == 0 ? 0 : inside(depth - 1, x);
    if (x == depth)
        y += 1;
    klee_close_merge();
    return y;
}

int main(void) {
    return inside(69, klee_int("x")) > 1;
}
