/* The modes of rounding as glibc numbers them on x86. */
#ifndef BRAID_ROUNDING_H
#define BRAID_ROUNDING_H

/* By the numbers of __braid_rounding: towards zero, nearest, up, down. */
static const int rounding_modes[] = {0xc00, 0, 0x800, 0x400};

INLINE int rounding_mode(void) {
    return rounding_modes[__braid_rounding()];
}

/* Returns 0 if there is such a mode. One that depends on the input is told apart here: each path has one. */
INLINE int set_rounding_mode(int mode) {
    for (int number = 0; number < 4; number++) {
        if (mode == rounding_modes[number]) {
            __braid_set_rounding(number);
            return 0;
        }
    }
    return 1;
}

#endif
