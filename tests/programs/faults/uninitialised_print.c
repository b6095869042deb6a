// fault: an argument of printf depends on undefined bits
#include <stdio.h>

int main(void) {
    int values[3];
    values[0] = 1;
    printf("%d\n", values[1]); // here
    return 0;
}
