// Two nested loops with symbolic bounds.
// paths: 10 -- a = 0; a = 1, 2, 3 with b = 0, 1, 2 each: 1 + 3 * 3
// try: 0 1 2 3
#include <klee/klee.h>

int main(void) {
    int a = klee_range(0, 4, "a"), b = klee_range(0, 3, "b"), count = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            count++;
    return count;
}
