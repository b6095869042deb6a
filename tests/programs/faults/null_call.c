// fault: where no function is
int main(void) {
    int (*nothing)(void) = 0;
    int unused = nothing(); // here
    return 0;
}
