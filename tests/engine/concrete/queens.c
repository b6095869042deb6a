// The queens problem by backtracking and by bit masks.
#include <stdio.h>
#include <stdlib.h>

static int column[12], solutions;

static int safe(int row, int c) {
    for (int r = 0; r < row; r++)
        if (column[r] == c || abs(column[r] - c) == row - r)
            return 0;
    return 1;
}

static void place(int row, int n) {
    if (row == n) {
        if (solutions++ == 0) {
            for (int r = 0; r < n; r++)
                printf("%d ", column[r]);
            puts("");
        }
        return;
    }
    for (int c = 0; c < n; c++)
        if (safe(row, c)) {
            column[row] = c;
            place(row + 1, n);
        }
}

static int masks(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all)
        return 1;
    int count = 0;
    for (unsigned open = all & ~(columns | left | right); open; open &= open - 1) {
        unsigned bit = open & -open;
        count += masks(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(void) {
    for (int n = 1; n <= 7; n++) {
        solutions = 0;
        place(0, n);
        printf("%d: %d %d\n", n, solutions, masks((1u << n) - 1, 0, 0, 0));
    }
    printf("8: %d\n", masks(255, 0, 0, 0));
    return 0;
}
