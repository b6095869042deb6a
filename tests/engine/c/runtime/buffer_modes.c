// The kinds of buffering that setvbuf gives: what has arrived when the program ends without exit.
// paths: 5 -- one for each mode
// try: 0 1 2 3 4
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static char buffer[8192];
    switch (klee_range(0, 5, "mode")) {
    case 0: setvbuf(stdout, NULL, _IONBF, 0); break;
    case 1: setvbuf(stdout, NULL, _IOLBF, 0); break;
    case 2: setvbuf(stdout, buffer, _IOFBF, 4); break;
    case 3: setbuf(stdout, buffer); break;
    default: setlinebuf(stdout);
    }
    printf("one %d\ntwo", 1);
    putchar('\n');
    fputs("three", stdout);
    puts("four");
    printf("five");
    _exit(0);
}
