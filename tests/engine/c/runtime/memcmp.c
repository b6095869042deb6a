// memcmp of symbolic bytes.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    unsigned char a[4];
    klee_make_symbolic(a, sizeof a, "a");
    if (memcmp(a, "\x7f"
                  "ELF",
               4) == 0) {
        assert(a[0] == 0x7f && a[3] == 'F');
        return 1; //~ reached
    }
    return 0; //~ reached
}
