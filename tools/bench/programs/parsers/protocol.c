// A table-driven protocol: frames of a type, a length, a payload and a checksum; escapes inside of the payload. All decisions but those of the
// checksum are entries of one table over classes of bytes.
#include "marks.h"
#ifndef N
#define N 10
#endif
enum class { STX, ETX, ESC, DIGIT, OTHER, CLASSES };
enum mode { IDLE, TYPE, LENGTH, PAYLOAD, ESCAPED, CHECK, FAILED, MODES };
enum action { NOTHING, BEGIN, KIND, SIZE, BYTE, VERIFY, REJECT };
struct step { unsigned char next, action; };

static const struct step table[MODES][CLASSES] = {
    [IDLE] = {{TYPE, BEGIN}, {IDLE, NOTHING}, {IDLE, NOTHING}, {IDLE, NOTHING}, {IDLE, NOTHING}},
    [TYPE] = {{TYPE, BEGIN}, {FAILED, REJECT}, {FAILED, REJECT}, {LENGTH, KIND}, {FAILED, REJECT}},
    [LENGTH] = {{TYPE, BEGIN}, {FAILED, REJECT}, {FAILED, REJECT}, {PAYLOAD, SIZE}, {FAILED, REJECT}},
    [PAYLOAD] = {{FAILED, REJECT}, {CHECK, NOTHING}, {ESCAPED, NOTHING}, {PAYLOAD, BYTE}, {PAYLOAD, BYTE}},
    [ESCAPED] = {{PAYLOAD, BYTE}, {PAYLOAD, BYTE}, {PAYLOAD, BYTE}, {FAILED, REJECT}, {FAILED, REJECT}},
    [CHECK] = {{IDLE, VERIFY}, {IDLE, VERIFY}, {IDLE, VERIFY}, {IDLE, VERIFY}, {IDLE, VERIFY}},
    [FAILED] = {{TYPE, BEGIN}, {IDLE, NOTHING}, {FAILED, NOTHING}, {FAILED, NOTHING}, {FAILED, NOTHING}},
};

static enum class class_of(unsigned char c) {
    if (c == 2) return STX;
    if (c == 3) return ETX;
    if (c == 27) return ESC;
    return c >= '0' && c <= '9' ? DIGIT : OTHER;
}

int main(void) {
    unsigned char s[N];
    enum mode mode = IDLE;
    unsigned frames = 0, rejected = 0, bytes = 0, left = 0, sum = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        OPEN();
        struct step step = table[mode][class_of(s[i])];
        mode = step.next;
        switch (step.action) {
        case BEGIN: left = sum = 0; break;
        case KIND: sum = s[i]; break;
        case SIZE: left = s[i] - '0'; break;
        case BYTE:
            bytes++;
            if (left == 0) mode = FAILED, rejected++;
            else left--, sum ^= s[i];
            break;
        case VERIFY:
            if (left == 0 && sum == s[i]) frames++;
            else rejected++;
            break;
        case REJECT: rejected++; break;
        }
        CLOSE();
    }
    assert(frames <= N / 5 && rejected <= N && bytes <= N);
    return (int)frames;
}
