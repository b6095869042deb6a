// Splits a line at commas by hand with strchr and strlen.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char line[5];
    klee_make_symbolic(line, sizeof line, "line");
    line[4] = 0;
    int fields = 1;
    size_t total = 0;
    for (char *at = line, *comma; (comma = strchr(at, ',')); at = comma + 1) {
        total += (size_t)(comma - at);
        fields++;
    }
    assert(total <= 4 && fields <= 5);
    if (fields == 5)
        return 5; //~ reached
    return fields;
}
