// fault: out of budget
int main(void) {
    volatile int n = 0;
    for (;;) n++; // here
}
