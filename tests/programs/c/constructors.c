// Global constructors and destructors with priorities, and atexit order.
#include <stdio.h>

static int order;

__attribute__((constructor(200))) static void late(void) { printf("late %d\n", order++); }
__attribute__((constructor(101))) static void early(void) { printf("early %d\n", order++); }
__attribute__((constructor)) static void plain(void) { printf("plain %d\n", order++); }
__attribute__((destructor(101))) static void last(void) { printf("last %d\n", order++); }
__attribute__((destructor)) static void first(void) { printf("first %d\n", order++); }

int main(void) {
    printf("main %d\n", order++);
    return order;
}
