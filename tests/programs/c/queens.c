// Backtracking: the eight queens, by bit masks and by arrays.
#include <stdio.h>

static int count(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all) return 1;
    int n = 0;
    for (unsigned free = all & ~(columns | left | right); free;) {
        unsigned bit = free & -free;
        free ^= bit;
        n += count(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return n;
}

static int place(int n, int row, int *board) {
    if (row == n) return 1;
    for (int c = 0; c < n; c++) {
        int ok = 1;
        for (int r = 0; r < row && ok; r++) ok = board[r] != c && board[r] - c != r - row && board[r] - c != row - r;
        board[row] = c;
        if (ok && place(n, row + 1, board)) return 1;
    }
    return 0;
}

int main(void) {
    int board[8];
    place(8, 0, board);
    for (int i = 0; i < 8; i++) printf("%c%d ", 'a' + board[i], i + 1);
    printf("%d %d %d\n", count(0xf, 0, 0, 0), count(0x3f, 0, 0, 0), count(0x7f, 0, 0, 0));
    return 0;
}
