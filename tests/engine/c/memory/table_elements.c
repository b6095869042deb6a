// Elements of tables of words, of rows and of structures at computed places are what they are at any index.
// Also behind a pointer into the middle, at a negative index, at a byte in the middle of words, and where the product with the size wraps.
// paths: 1 -- no branch depends on the input
#include <assert.h>
#include <klee/klee.h>

static const int square[40] = {-500, -493, -472, -437, -388, -325, -248, -157, -52, 67, 200, 347, 508, 683, 872, 1075, 1292, 1523, 1768, 2027, 2300, 2587, 2888, 3203, 3532, 3875, 4232, 4603, 4988, 5387, 5800, 6227, 6668, 7123, 7592, 8075, 8572, 9083, 9608, 10147};
static const short grid[6][5] = {{0, -3, -6, -9, -12}, {100, 97, 94, 91, 88}, {200, 197, 194, 191, 188}, {300, 297, 294, 291, 288}, {400, 397, 394, 391, 388}, {500, 497, 494, 491, 488}};
static const struct {
    char name[3];
    unsigned char size;
    long long value;
    short last;
} record[17] = {{{1, 97, 3}, 0, 0LL, 0}, {{1, 98, 3}, 2, 1000000007LL, -1}, {{1, 99, 3}, 4, 2000000014LL, -2}, {{1, 100, 3}, 6, 3000000021LL, -3}, {{1, 101, 3}, 8, 4000000028LL, -4}, {{1, 102, 3}, 10, 5000000035LL, -5}, {{1, 103, 3}, 12, 6000000042LL, -6}, {{1, 104, 3}, 14, 7000000049LL, -7}, {{1, 105, 3}, 16, 8000000056LL, -8}, {{1, 106, 3}, 18, 9000000063LL, -9}, {{1, 107, 3}, 20, 10000000070LL, -10}, {{1, 108, 3}, 22, 11000000077LL, -11}, {{1, 109, 3}, 24, 12000000084LL, -12}, {{1, 110, 3}, 26, 13000000091LL, -13}, {{1, 111, 3}, 28, 14000000098LL, -14}, {{1, 112, 3}, 30, 15000000105LL, -15}, {{1, 113, 3}, 32, 16000000112LL, -16}};
static const struct {
    unsigned char low, middle, high;
} three[5] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, {13, 14, 15}};

int main(void) {
    int i = klee_range(0, 40, "i");
    assert(square[i] == i * i * 7 - 500);
    int back = klee_range(-20, 20, "back");
    const int *middle = square + 20;
    assert(middle[back] == (back + 20) * (back + 20) * 7 - 500);

    unsigned row = klee_range(0, 6, "row"), column = klee_range(0, 5, "column");
    assert(grid[row][column] == (int)(row * 100 - column * 3));
    assert(grid[5 - row][column] == (int)((5 - row) * 100 - column * 3));

    unsigned char at = klee_range(0, 17, "at");
    assert(record[at].size == at * 2 && record[at].value == 1000000007LL * at && record[at].last == -at);
    assert(record[at].name[1] == 'a' + at);

    // Bytes of words that are no elements.
    int byte = klee_range(0, 157, "byte");
    int word;
    __builtin_memcpy(&word, (const char *)square + byte, 1);
    assert((word & 255) == ((square[byte / 4] >> 8 * (byte % 4)) & 255));

    // An index that is no small number: 3 * q is 4 or 7 for some of them.
    unsigned long q;
    klee_make_symbolic(&q, sizeof q, "q");
    klee_assume(q * 3 < 15);
    assert(((const unsigned char *)three)[q * 3] == q * 3 + 1);
    return 0;
}
