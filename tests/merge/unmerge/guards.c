// The remainder by one of eight numbers is too hard to ask about all of them at once. The numbers are a choice by guards, because a
// loop joined its paths; the state is split on these until it is easy.
// run: --merge=loop --solver-conflicts=30 --validate-merges=sample --values=ite
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[3];
    unsigned char x;
    braid_symbolic(s, sizeof s, "s");
    braid_symbolic(&x, sizeof x, "x");
    unsigned k = 2;
    for (int i = 0; i < 3; i++) {
        if (s[i] == 'a') {
            k = 3 * k + 1;
        }
    }
    assert(x % k < k);
    return 0;
}
