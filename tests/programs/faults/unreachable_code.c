// fault: unreachable code was reached
static int pick(int x) {
    if (x < 5) return 1;
    __builtin_unreachable(); // here
}

int main(void) {
    return pick(1) + pick(7);
}
