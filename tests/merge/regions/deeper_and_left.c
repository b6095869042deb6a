// Seventy regions in each other; one path leaves all of them from the innermost, which is not followed, and one end too many
// comes afterwards, which is an end of a region for the path that left and of none for the others.
// run: --merge=region
// complete: 0 -- every region that is followed is left by one path
// messages: 12 in inside: contexts nest too deeply; 12 in inside: a region is not closed on some path; 23 in main: a region ends that did not begin
// states: 2 -- x = 7 and the others
// paths: 2 -- x = 7 and the others: x > 7 is a value here and no branch
// verdict: proved
#include <klee/klee.h>

static int inside(int depth, int x) {
    klee_open_merge();
    int y = depth == 0 ? (x == 7 ? -1000 : x > 7) : inside(depth - 1, x);
    if (y < 0)
        return y;
    klee_close_merge();
    return y;
}

int main(void) {
    int y = inside(69, klee_int("x"));
    // What left the regions is still in all of them.
    klee_close_merge();
    return y > 1;
}
