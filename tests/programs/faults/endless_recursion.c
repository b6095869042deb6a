// fault: stack overflow
static int down(int n) {
    return down(n + 1) + n; // here
}

int main(void) {
    return down(0);
}
