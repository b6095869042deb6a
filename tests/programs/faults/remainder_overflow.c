// fault: overflow of a division
int main(void) {
    int smallest = -2147483647 - 1, minus_one = -1;
    int unused = smallest % minus_one; // here
    return 0;
}
