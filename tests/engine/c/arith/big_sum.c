// A sum of 64 bits carried in two words.
// paths: 2 -- carry or not
// try: 0 1 4294967295
// override(m32): skip because long has 32 bits
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    unsigned low = a + b, carry = low < a;
    unsigned long sum = (unsigned long)a + b;
    assert((sum >> 32) == carry && (unsigned)sum == low);
    if (carry)
        return 1;
    return 0;
}
