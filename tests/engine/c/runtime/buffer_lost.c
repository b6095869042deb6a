// What a pipe has not received when a program ends without exit is not claimed: abort, _exit, a fault, a failed assertion.
// paths: 7 -- one for each way to end
// try: 0 1 2 3 4 5 6
// override(O1): bugs any because the optimiser may make another fault of the store to nowhere
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    int way = klee_range(0, 7, "way");
    int *nothing = NULL;
    printf("in the buffer\n");
    (void)!write(1, "straight\n", 9);
    if (way == 0)
        _exit(3);
    if (way == 1)
        abort(); //~ bug: abort
    if (way == 2)
        *nothing = 1; //~ bug: null-deref
    assert(way != 3); //~ bug: assert
    fflush(stdout);
    printf("later");
    switch (way) {
    case 4:
        _Exit(4);
    case 5:
        quick_exit(5);
    default:
        return 6;
    }
}
