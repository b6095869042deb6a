// realloc to a larger size moves the block: the old pointer is dead.
// paths: 2 -- grown (faults), not grown
// try: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char grow;
    klee_make_symbolic(&grow, sizeof grow, "grow");
    char *volatile old = malloc(4);
    char *volatile now = old;
    old[0] = 'a';
    if (grow)
        now = realloc(old, 4096);
    now[0] = 'b';
    return old[0]; //~ bug: use-after-free
}
