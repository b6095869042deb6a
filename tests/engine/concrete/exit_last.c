// Handlers that are registered inside of destructors, a stream that is closed, output that a signal's handler flushes.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void by_on_exit(int code, void *name) { printf("on_exit %s %d\n", (const char *)name, code); }
static void by_atexit(void) { puts("atexit"); }

__attribute__((destructor)) static void plain(void) {
    puts("destructor");
    on_exit(by_on_exit, "inner");
    atexit(by_atexit);
}

__attribute__((destructor(200))) static void prioritised(void) {
    puts("destructor 200");
    on_exit(by_on_exit, "last");
}

static void handler(int number) {
    printf("signal %d\n", number);
    fflush(NULL);
}

int main(void) {
    signal(SIGINT, handler);
    raise(SIGINT);
    on_exit(by_on_exit, "outer");
    fclose(stderr);
    return 0;
}
