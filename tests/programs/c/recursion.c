// Recursion: single, double, mutual, deep, and with a large frame.
#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static void hanoi(int n, char from, char to, char over, int *moves) {
    if (n == 0) return;
    hanoi(n - 1, from, over, to, moves);
    if (++*moves <= 5) printf("%c%c ", from, to);
    hanoi(n - 1, over, to, from, moves);
}

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 || odd(n - 1); }
static int odd(unsigned n) { return n != 0 && even(n - 1); }

static long depth(int n) {
    volatile char frame[64];
    frame[n & 63] = (char)n;
    return n == 0 ? 0 : 1 + depth(n - 1) + (frame[n & 63] != (char)n);
}

int main(void) {
    int moves = 0;
    hanoi(6, 'a', 'c', 'b', &moves);
    printf("%d %u %d %d %ld\n", moves, ackermann(2, 5), even(101), odd(101), depth(500));
    return moves;
}
