// Conway's game of life on a torus; char arrays, modulo arithmetic, double buffering by pointer.
#include <stdio.h>
#include <string.h>

enum { W = 20, H = 10 };

static void step(char (*now)[W], char (*next)[W]) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy) n += now[(y + dy + H) % H][(x + dx + W) % W] == '#';
            next[y][x] = n == 3 || (n == 2 && now[y][x] == '#') ? '#' : '.';
        }
}

int main(void) {
    static char a[H][W], b[H][W];
    char (*now)[W] = a, (*next)[W] = b;
    memset(a, '.', sizeof a);
    const char *glider[] = {".#.", "..#", "###"};
    for (int i = 0; i < 3; i++) memcpy(&a[i + 1][1], glider[i], 3);
    for (int i = 0; i < 12; i++) {
        step(now, next);
        char (*t)[W] = now;
        now = next;
        next = t;
    }
    for (int y = 0; y < H; y++) printf("%.*s\n", W, now[y]);
    return 0;
}
