// A word is stored at one of several places that overlap, then another one.
// run: --merge=region
// groups: 3 -- one for each place
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    unsigned char s[8] = {1, 2, 3, 4, 5, 6, 7, 8}, t[8];
    unsigned k = klee_range(0, 3, "k");
    unsigned char *p = s;
    memcpy(t, s, sizeof s);
    klee_open_merge();
    if (k == 1)
        p = s + 1;
    else if (k == 2)
        p = s + 3;
    klee_close_merge();
    *(unsigned *)p = 0xa1b2c3d4;
    *(unsigned short *)(p + 1) = 0xe5f6;
    unsigned at = k == 0 ? 0 : k == 1 ? 1 : 3;
    memcpy(t + at, "\xd4\xf6\xe5\xa1", 4);
    assert(memcmp(s, t, sizeof s) == 0);
    unsigned read = *(unsigned *)p;
    assert(read == 0xa1e5f6d4);
    return 0;
}
