// The order of constructors, handlers and destructors: by priority, newest first, and with exit inside of a handler.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>

int on_exit(void (*function)(int, void *), void *argument);

__attribute__((constructor)) static void begin_plain(void) { puts("constructor"); }
__attribute__((constructor(102))) static void begin_102(int argc, char **argv, char **envp) {
    printf("constructor 102 %d %d %d\n", argc, argv[0] != 0, envp != 0);
}
__attribute__((constructor(101))) static void begin_101(void) { puts("constructor 101"); }
__attribute__((constructor)) static void begin_second(void) { puts("constructor, second"); }

static void late(void) { puts("added by a destructor"); }

__attribute__((destructor)) static void end_plain(void) {
    puts("destructor");
    atexit(late);
}
__attribute__((destructor(101))) static void end_101(void) { puts("destructor 101"); }
__attribute__((destructor(102))) static void end_102(void) {
    puts("destructor 102");
    exit(0);
}
__attribute__((destructor)) static void end_second(void) { puts("destructor, second"); }

static void with_code(int code, void *text) { printf("%s %d\n", (char *)text, code); }
static void nested(void) { puts("nested"); }
static void first(void) { puts("first"); }
static void adds(void) {
    puts("adds");
    atexit(nested);
}
static void leaves(void) {
    puts("leaves");
    exit(5);
}

int main(void) {
    atexit(first);
    on_exit(with_code, "on_exit");
    atexit(leaves);
    atexit(adds);
    on_exit(with_code, "last on_exit");
    puts("main");
    return 3;
}
