// A loop that never ends by itself: states that leave it must not wait for it for ever. The instructions of the run are
// bounded, so that it is not complete; what counts is that the lines after the loop are reached, in joined states.
// run: --max-instructions 10000 --merge-patience 500
// verdict: bug
// bugs: assert:21
#include <klee/klee.h>
#include <assert.h>

int main(void) {
    unsigned requests = 0;
    while (1) {
        char command;
        klee_make_symbolic(&command, 1, "command");
        if (command == 'q')
            break;
        if (command == 'r')
            requests = 0;
        else
            requests++;
    }
    assert(requests != 3);
    return 0;
}
