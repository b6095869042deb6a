// fault: outside of every object
// What is read is never used: the fault must stay.
int main(void) {
    int *nothing = 0;
    int unused = *nothing; // here
    return 0;
}
