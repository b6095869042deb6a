// The classes of characters fit together.
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    assert(!isalpha(c) || isalnum(c));
    assert(!isdigit(c) || (c >= '0' && c <= '9'));
    assert(!isupper(c) || tolower(c) == c + 32);
    assert(!(isspace(c) && isgraph(c)));
    if (isxdigit(c) && !isdigit(c))
        return 1; //~ reached
    return 0;     //~ reached
}
