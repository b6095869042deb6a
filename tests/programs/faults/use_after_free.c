// fault: after free
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    int unused = *p; // here
    return 0;
}
