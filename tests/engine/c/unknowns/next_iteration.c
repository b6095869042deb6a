// The variable of the next iteration is another one: two of them may differ.
// paths: 2 -- equal, or not (error)
// override(O1): bugs any because the optimiser may choose the values
#include <assert.h>

int main(void) {
    int s[2];
    for (int i = 0; i < 2; i++) {
        int x;
        s[i] = x;
    }
    assert(s[0] == s[1]); //~ bug: assert
    return 0;
}
