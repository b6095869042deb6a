// Every width of SV-COMP's inputs has its range.
// paths: 2 -- the last condition
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    short s = __VERIFIER_nondet_short();
    unsigned short us = __VERIFIER_nondet_ushort();
    unsigned u = __VERIFIER_nondet_uint();
    long l = __VERIFIER_nondet_long();
    unsigned long ul = __VERIFIER_nondet_ulong();
    assert(c >= -128);
    assert(s <= 32767);
    assert(us <= 65535);
    if (u + (unsigned long)l + ul == 77)
        return 1; //~ reached
    return 0;     //~ reached
}
