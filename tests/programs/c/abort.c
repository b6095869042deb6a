// Ends by abort: no atexit function runs.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { puts("never"); }

int main(int argc, char **argv) {
    atexit(never);
    puts("before");
    fflush(stdout);
    if (argc > 0) abort();
    puts("after");
    return argv == 0;
}
