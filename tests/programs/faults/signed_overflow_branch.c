// fault: a branch depends on undefined bits
// A sum that overflows is poison; deciding by it has no meaning.
int main(void) {
    int largest = 2147483647, one = 1;
    if (largest + one > 0) // here
        return 1;
    return 0;
}
