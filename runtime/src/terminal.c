/* The settings of terminals: of standard input, if the user says that it is one. What a program sets is remembered, and does not change what it reads. */
#include "file.h"

enum { CHARACTERS = 32, LINES = 2, RECEIVES_BYTES = 0xb0, ACTIONS = 3, RATES = 0x100f, END_CHARACTER = 4 };

struct settings {
    unsigned input, output, control, local;
    unsigned char discipline, characters[CHARACTERS];
    unsigned input_rate, output_rate;
};

/* As native runs have them: whole lines, no byte with a meaning but one that ends the input. */
static struct settings settings = {
    .control = RECEIVES_BYTES, .local = LINES, .characters = {[END_CHARACTER] = 255}};

API int tcgetattr(int descriptor, struct settings *result) {
    if (!isatty(descriptor))
        return -1;
    *result = settings;
    return 0;
}

API int tcsetattr(int descriptor, int action, const struct settings *wanted) {
    if (action < 0 || action >= ACTIONS)
        return fail_with(E_INVAL);
    if (!isatty(descriptor))
        return -1;
    settings = *wanted;
    return 0;
}

/* What waits to be written or read stays as it is: nothing waits. */
API int tcdrain(int descriptor) {
    return isatty(descriptor) ? 0 : -1;
}

API int tcflush(int descriptor, int queue) {
    return isatty(descriptor) ? 0 : -1;
}

API int tcflow(int descriptor, int action) {
    return isatty(descriptor) ? 0 : -1;
}

API unsigned cfgetispeed(const struct settings *of) {
    return of->control & RATES;
}

API unsigned cfgetospeed(const struct settings *of) {
    return of->control & RATES;
}

API void cfmakeraw(struct settings *of) {
    enum { RAW_INPUT = 02753, PROCESSED = 1, RAW_LOCAL = 0100113, SIZE_AND_PARITY = 0460, EIGHT_BITS = 060, TIME = 5, LEAST = 6 };
    of->input &= ~(unsigned)RAW_INPUT;
    of->output &= ~(unsigned)PROCESSED;
    of->local &= ~(unsigned)RAW_LOCAL;
    of->control = (of->control & ~(unsigned)SIZE_AND_PARITY) | EIGHT_BITS;
    of->characters[LEAST] = 1;
    of->characters[TIME] = 0;
}
