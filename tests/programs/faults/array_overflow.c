// fault: outside of every object
int main(void) {
    int values[4] = {1, 2, 3, 4}, at = 4;
    int unused = values[at]; // here
    return 0;
}
