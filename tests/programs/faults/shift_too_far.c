// fault: a branch depends on undefined bits
int main(void) {
    int one = 1, by = 32;
    if (one << by) // here
        return 1;
    return 0;
}
