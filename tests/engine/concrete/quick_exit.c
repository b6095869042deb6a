// What quick_exit runs and what it does not: neither handlers of atexit nor destructors, and streams are not flushed.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void say(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    (void)!write(1, text, length);
}
static void quick_first(void) { say("first\n"); }
static void quick_second(void) {
    say("second\n");
    printf("lost\n");
}
static void never(void) { say("never\n"); }
__attribute__((destructor)) static void destroy(void) { say("never\n"); }

int main(void) {
    atexit(never);
    at_quick_exit(quick_first);
    at_quick_exit(quick_second);
    printf("arrives");
    fflush(stdout);
    printf("does not arrive");
    say("|straight|");
    quick_exit(0);
}
