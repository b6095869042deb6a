// A copy of bytes that were never written is equal to them, padding included; the values of the members are those written.
// paths: 1 -- nothing depends on the padding
#include <assert.h>
#include <string.h>

struct padded {
    char c;
    int n;
};

int main(void) {
    struct padded a, b, c;
    a.c = 1;
    a.n = 2;
    b = a;
    memcpy(&c, &b, sizeof c);
    assert(memcmp(&a, &c, sizeof a) == 0);
    assert(c.c == 1 && c.n == 2);
    return 0;
}
