/* Digits and integers in text, for strto* and scanf. */
#ifndef BRAID_INTEGER_H
#define BRAID_INTEGER_H

#include "runtime.h"

/* What was read of a text. */
struct number {
    uint64_t magnitude;
    int negative;
    int overflow;
};

/* The value of a digit in any base up to 36; larger for other characters. */
INLINE unsigned digit_value(char c) {
    unsigned digit = (unsigned char)c - (unsigned)'0';
    unsigned letter = ((unsigned char)c | 32u) - (unsigned)'a';
    unsigned of_letter = letter < 26 ? letter + 10 : 99;
    return digit < 10 ? digit : of_letter;
}

INLINE int is_white(char c) {
    return (c == ' ') | ((unsigned char)c - (unsigned)'\t' <= '\r' - '\t');
}

/* Takes one more digit; overflow is noted without a branch. */
INLINE void add_digit(struct number *number, uint64_t digit, unsigned base) {
    uint64_t sum = number->magnitude, most = UINT64_MAX / base, last = UINT64_MAX % base;
    number->overflow |= (sum > most) | ((sum == most) & (digit > last));
    number->magnitude = sum * base + digit;
}

/* Which prefixes a text may have: C23 adds 0b. */
enum prefixes { C17, C23 };

#endif
