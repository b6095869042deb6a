// fault: outside of every object
static int sum(const int *values, int from) {
    int total = 0;
    for (int i = 3; i >= from; i--)
        total += values[i]; // here
    return total;
}

int main(void) {
    int values[4] = {1, 2, 3, 4};
    return sum(values, -1);
}
