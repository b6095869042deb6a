// A ring buffer with wrapping indices, producer and consumer in turn, a struct with an inner array and masks.
#include <stdio.h>

struct ring { unsigned head, tail; short data[8]; };

static int push(struct ring *r, short v) {
    if (r->head - r->tail == 8) return 0;
    r->data[r->head++ & 7] = v;
    return 1;
}

static int pop(struct ring *r, short *v) {
    if (r->head == r->tail) return 0;
    *v = r->data[r->tail++ & 7];
    return 1;
}

int main(void) {
    struct ring r = {0xfffffff0u, 0xfffffff0u, {0}};
    long sum = 0;
    int refused = 0;
    for (short i = 0; i < 100; i++) {
        if (!push(&r, (short)(i * 3))) refused++;
        short v;
        if (i % 3 && pop(&r, &v)) sum = sum * 7 % 10007 + v;
    }
    printf("%ld %d %u\n", sum, refused, r.head - r.tail);
    return 0;
}
