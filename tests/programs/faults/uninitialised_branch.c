// fault: a branch depends on undefined bits
int main(void) {
    int never, zero = 0;
    if (zero) never = 1;
    if (never > 3) // here
        return 1;
    return 0;
}
