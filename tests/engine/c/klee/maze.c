// The maze that is often shown with KLEE, without its fake walls: find the moves to the prize.
// paths: 113 -- a path ends at a letter that is no direction, a wall, an old place, or the prize (KLEE: 112 and 1 error)
#include <assert.h>
#include <klee/klee.h>

#define MOVES 28

static char maze[7][12] = {
    "+-+---+---+",
    "|X|     |#|",
    "| | --+ | |",
    "| |   | | |",
    "| +-- | | |",
    "|     |   |",
    "+-----+---+",
};

int main(void) {
    char moves[MOVES];
    int x = 1, y = 1;
    klee_make_symbolic(moves, sizeof moves, "moves");
    for (int i = 0; i < MOVES; i++) {
        switch (moves[i]) {
        case 'w': y--; break;
        case 's': y++; break;
        case 'a': x--; break;
        case 'd': x++; break;
        default: return 1; //~ reached
        }
        assert(maze[y][x] != '#'); //~ bug: assert
        if (maze[y][x] != ' ')
            return 2; //~ reached
        maze[y][x] = 'X';
    }
    return 0; //~ dead
}
