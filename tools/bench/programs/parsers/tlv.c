// Reads records of a type, a length and so many bytes, as many protocols have them.
#include "marks.h"
#ifndef N
#define N 8
#endif

int main(void) {
    unsigned char s[N];
    int at = 0, records = 0, sum = 0;
    klee_make_symbolic(s, sizeof s, "s");
    while (at + 2 <= N) {
        OPEN();
        unsigned type = s[at], length = s[at + 1];
        if (type == 0 || length > (unsigned)(N - at - 2)) {
            CLOSE();
            break;
        }
        for (unsigned i = 0; i < length; i++)
            if (type == 2 && s[at + 2 + i] >= 0x80) sum++;
        at += 2 + (int)length;
        records++;
        CLOSE();
    }
    assert(at <= N);
    return records + sum;
}
