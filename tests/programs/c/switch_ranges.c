// GNU case ranges, small ones (listed) and large ones (compared), overlapping the sign change.
#include <stdio.h>

static int kind(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z': return 2;
    case 'A' ... 'Z': return 3;
    case 1000 ... 1000000: return 4;
    case -50 ... -1: return 5;
    case '_': return 6;
    default: return 0;
    }
}

int main(void) {
    int counts[7] = {0};
    for (int c = -100; c < 2000; c++) counts[kind(c)]++;
    for (int i = 0; i < 7; i++) printf("%d ", counts[i]);
    printf("%d %d\n", kind(1000000), kind(1000001));
    return kind('q');
}
