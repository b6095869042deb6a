// Solves sudoku with bit sets, taking the field with the fewest candidates first.
#include <stdio.h>
#include <string.h>

static int grid[81], rows[9], columns[9], boxes[9];
static long tries;

static int box(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static void set(int cell, int digit) {
    grid[cell] = digit;
    rows[cell / 9] |= 1 << digit;
    columns[cell % 9] |= 1 << digit;
    boxes[box(cell)] |= 1 << digit;
}

static void clear(int cell) {
    int mask = ~(1 << grid[cell]);
    rows[cell / 9] &= mask;
    columns[cell % 9] &= mask;
    boxes[box(cell)] &= mask;
    grid[cell] = 0;
}

static int solve(void) {
    int best = -1, fewest = 10, candidates = 0;
    for (int cell = 0; cell < 81; cell++) {
        if (grid[cell])
            continue;
        int open = ~(rows[cell / 9] | columns[cell % 9] | boxes[box(cell)]) & 0x3fe, count = 0;
        for (int bits = open; bits; bits &= bits - 1)
            count++;
        if (count < fewest)
            fewest = count, best = cell, candidates = open;
    }
    if (best < 0)
        return 1;
    for (int digit = 1; digit <= 9; digit++)
        if (candidates >> digit & 1) {
            tries++;
            set(best, digit);
            if (solve())
                return 1;
            clear(best);
        }
    return 0;
}

int main(void) {
    static const char *puzzles[] = {
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "000000907000420180000705026100904000050000040000507009920108000034059000507000000",
        "550000000000000000000000000000000000000000000000000000000000000000000000000000000",
    };
    for (int p = 0; p < 3; p++) {
        memset(grid, 0, sizeof grid);
        memset(rows, 0, sizeof rows);
        memset(columns, 0, sizeof columns);
        memset(boxes, 0, sizeof boxes);
        tries = 0;
        int clash = 0;
        for (int cell = 0; cell < 81; cell++) {
            int digit = puzzles[p][cell] - '0';
            if (digit && (rows[cell / 9] >> digit & 1))
                clash = 1;
            if (digit)
                set(cell, digit);
        }
        if (clash || !solve()) {
            puts("no solution");
            continue;
        }
        for (int cell = 0; cell < 81; cell++)
            printf("%d%s", grid[cell], cell % 9 == 8 ? "\n" : "");
        printf("%ld tries\n", tries);
    }
    return 0;
}
