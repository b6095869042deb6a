// fault: outside of every object
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = malloc(5);
    memcpy(text, "hello", 6); // here
    return 0;
}
