// fault: outside of every object
static int *leak(void) {
    int local = 5;
    int *address = &local;
    return address;
}

int main(void) {
    int *gone = leak();
    int unused = *gone; // here
    return 0;
}
