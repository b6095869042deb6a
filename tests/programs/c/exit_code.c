// Ends through exit from a nested call, with a code that is cut to eight bits; atexit functions run.
#include <stdio.h>
#include <stdlib.h>

static void bye(void) { puts("bye"); }
static void again(void) { puts("again"); }

static void leave(int depth) {
    if (depth == 0) exit(0x1a5);
    leave(depth - 1);
    puts("not reached");
}

int main(void) {
    atexit(bye);
    atexit(again);
    puts("start");
    leave(4);
    return 0;
}
