// fault: division by zero
// The quotient is never used: the fault must stay.
int main(void) {
    int zero = 0, one = 1;
    int unused = one / zero; // here
    return 0;
}
