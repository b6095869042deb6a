// Variable-length arrays: in loops (stack saved and restored), two-dimensional, as parameters, sizeof at run time.
#include <stdio.h>

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}

static unsigned long fill(int n) {
    char row[n + 1];
    for (int i = 0; i < n; i++) row[i] = (char)('a' + i);
    row[n] = 0;
    printf("%s ", row);
    return sizeof row;
}

int main(void) {
    unsigned long total = 0;
    for (int n = 1; n < 6; n++) {
        int m[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) m[i][j] = i * 10 + j;
        total += (unsigned long)trace(n, m) + fill(n) + sizeof m;
    }
    printf("%lu\n", total);
    return 0;
}
