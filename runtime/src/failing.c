/* Calls that fail, are interrupted or do less than they were asked for, because the user wants to see what the program does then. Nothing is
 * counted unless some may.
 *
 * Each kind of call has a number of the test: which call fails, from 1 on. Of reading and writing its two highest bits tell how: with EIO,
 * with EINTR, or after fewer bytes; then the lower half is the number of the call, and what is between tells how many bytes, less one. */
#include "file.h"

/* In the order in which the engine gives them. */
enum failing { FAIL_READ, FAIL_WRITE, FAIL_CLOSE, FAIL_TRUNCATE, FAIL_GETCWD, FAILING };
static unsigned failing_call[FAILING], calls[FAILING], failures_left;

enum { WAY_AT = 30, COUNT_AT = 16, COUNT_MASK = 0x3fff, CALL_MASK = 0xffff, BY_INTERRUPT = 1, BY_SHORTNESS = 2 };

/* Whether this call is the one that fails. */
static int fails(enum failing call) {
    if (!failures_left)
        return 0;
    calls[call]++;
    if (calls[call] != failing_call[call])
        return 0;
    failures_left--;
    return 1;
}

/* The same of reading or writing `n` bytes: less than 0 if it fails, and errno is set, else how many bytes there are to be. */
static ptrdiff_t allowed_bytes(enum failing call, size_t n) {
    if (!failures_left)
        return (ptrdiff_t)n;
    calls[call]++;
    unsigned number = failing_call[call], way = number >> WAY_AT, half = number & CALL_MASK;
    unsigned is_half = half == calls[call];
    if ((unsigned)(number == calls[call]) | ((unsigned)(way == BY_INTERRUPT) & is_half)) {
        failures_left--;
        return fail_with(way == BY_INTERRUPT ? E_INTR : E_IO);
    }
    size_t fewer = (number >> COUNT_AT & COUNT_MASK) + 1;
    if (n > 1 && ((unsigned)(way == BY_SHORTNESS) & is_half & (unsigned)(fewer < n))) {
        failures_left--;
        return (ptrdiff_t)fewer;
    }
    return (ptrdiff_t)n;
}
