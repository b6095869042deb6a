// A scanner with states.
// run: --merge=pattern --no-pattern-cost --validate-merges=sample
// bugs: assert:18
#include <assert.h>
#include <braid.h>
int main(void) {
    char s[8]; braid_symbolic(s, 7, "s"); s[7] = 0;
    int state = 0, n = 0;
    for (const char *p = s; *p; p++) {
        switch (state) {
        case 0: if (*p == '"') state = 1; else if (*p == '#') state = 2; else n++; break;
        case 1: if (*p == '\\') state = 3; else if (*p == '"') state = 0; break;
        case 2: if (*p == '\n') state = 0; break;
        default: state = 1;
        }
    }
    assert(n <= 7);
    if (state == 3) assert(n != 2);
    return 0;
}
