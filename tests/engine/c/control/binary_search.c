// Binary search over a fixed table.
// paths: 11 -- 5 keys found, 6 gaps
// try: 0 1 2 3 5 7 8 12 13 20 30
#include <klee/klee.h>

static const int table[5] = {1, 3, 7, 12, 20};

int main(void) {
    int key, low = 0, high = 5;
    klee_make_symbolic(&key, sizeof key, "key");
    while (low < high) {
        int middle = (low + high) / 2;
        if (table[middle] == key)
            return middle + 1; //~ reached
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return 0; //~ reached
}
