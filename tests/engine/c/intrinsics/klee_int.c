// klee_int makes an input of its own; two of the same name are two inputs.
// paths: 3 -- a < b, a == b, a > b
// try: 0 1 2
#include <klee/klee.h>

int main(void) {
    int a = klee_int("n"), b = klee_int("n");
    if (a < b)
        return 1; //~ reached
    if (a == b)
        return 2; //~ reached
    return 3;     //~ reached
}
