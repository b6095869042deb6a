// fault: not the start of a live heap object
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    free(p);
    free(p); // here
    return 0;
}
