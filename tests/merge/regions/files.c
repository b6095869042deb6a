// Two histories of equal effect leave equal files: one opens, writes, moves and removes, the other does nothing, and what is joined knows
// every offset, size and descriptor.
// run: --merge=region --sym-files 1 4
// groups: 2 -- a history with many calls and one with none
// complete: 1 -- nothing is lost
// refused: 0 -- nothing differs
// messages:
// states: 1 -- nothing is decided behind the region
// paths: 2 -- x or not
// verdict: proved
// bugs:
#include <assert.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char bytes[4];
    int x = klee_int("x");
    int a = open("A", O_RDWR);
    klee_open_merge();
    if (x) {
        int f = open("f", O_RDWR | O_CREAT, 0600), d = dup(a);
        write(f, "abcdefghijklmnopqrstuvwxyz", 26);
        ftruncate(f, 3);
        rename("f", "g");
        read(d, bytes, 2);
        lseek(a, 0, SEEK_SET);
        unlink("g");
        close(f);
        close(d);
        pwrite(a, "0123456789abcdefghi", 19, 4);
        ftruncate(a, 4);
        chdir("/tmp");
        chdir("/here");
    }
    klee_close_merge();
    assert(!klee_is_symbolic(lseek(a, 0, SEEK_CUR)) && !klee_is_symbolic(lseek(a, 0, SEEK_END)));
    int next = open("g", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(!klee_is_symbolic(next) && next == 4);
    assert(!klee_is_symbolic(write(next, "z", 1)) && !klee_is_symbolic(lseek(next, 0, SEEK_END)));
    return 0;
}
