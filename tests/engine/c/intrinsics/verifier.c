// The functions of SV-COMP.
// paths: 2 -- x is 3 (the error), x is 4..5
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((noreturn));

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 2);
    __VERIFIER_assume(x < 6);
    if (x == 3)
        __VERIFIER_error(); //~ bug: assert|abort|user-error|reach-error
    return 0;
}
