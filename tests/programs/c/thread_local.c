// Thread-local variables: initialised, zero, static in a function, address taken.
#include <stdio.h>

static _Thread_local int counter = 5;
_Thread_local long zero;
static _Thread_local struct { int a; char b[12]; } record = {1, "local"};

static int next(void) {
    static _Thread_local int calls;
    return ++calls;
}

int main(void) {
    int *p = &counter;
    *p += 3;
    zero -= 2;
    record.b[0] = 'L';
    next();
    next();
    printf("%d %ld %d %s %d\n", counter, zero, record.a, record.b, next());
    return counter;
}
