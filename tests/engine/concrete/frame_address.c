// Addresses of frames and of places to return to: none is null, and frames of nested calls follow each other.
#include <stdio.h>

__attribute__((noinline)) static int inner(char *outer) {
    char *own = __builtin_frame_address(0);
    return own != 0 && own < outer && __builtin_frame_address(1) == outer && __builtin_return_address(0) != 0;
}

__attribute__((noinline)) static int middle(void) {
    int found = inner(__builtin_frame_address(0));
    __asm__ volatile("");
    return found;
}

int main(void) {
    int found = middle();
    printf("%d %d frames\n", found, __builtin_return_address(0) != 0);
    return 0;
}
