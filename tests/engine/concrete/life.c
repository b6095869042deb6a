// The game of life on a torus: a glider walks, a blinker blinks, random cells settle.
#include <stdio.h>
#include <string.h>

#define H 12
#define W 20

static unsigned char cells[H][W];

static int neighbours(int y, int x) {
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx)
                count += cells[(y + dy + H) % H][(x + dx + W) % W];
    return count;
}

static int step(void) {
    unsigned char next[H][W];
    int alive = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = neighbours(y, x);
            next[y][x] = n == 3 || (n == 2 && cells[y][x]);
            alive += next[y][x];
        }
    memcpy(cells, next, sizeof cells);
    return alive;
}

static void show(void) {
    for (int y = 0; y < H; y++) {
        char line[W + 1];
        for (int x = 0; x < W; x++)
            line[x] = cells[y][x] ? '#' : '.';
        line[W] = 0;
        puts(line);
    }
}

int main(void) {
    static const char *glider[] = {".#.", "..#", "###"};
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            cells[y][x] = glider[y][x] == '#';
    cells[8][10] = cells[8][11] = cells[8][12] = 1;
    for (int i = 0; i < 8; i++)
        printf("%d ", step());
    puts("");
    show();
    unsigned state = 7;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            state = state * 69069 + 1;
            cells[y][x] = state >> 30 == 0;
        }
    for (int i = 0; i < 20; i++)
        printf("%d ", step());
    puts("");
    show();
    return 0;
}
