// A queue in a ring that grows: N operations of any kind, against a log of all that came in.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#ifndef N
#define N 6
#endif

struct queue {
    int *ring;
    int capacity, first, size;
};

static void grow(struct queue *queue) {
    int capacity = queue->capacity ? 2 * queue->capacity : 2;
    int *ring = malloc(capacity * sizeof *ring);
    if (!ring) abort();
    for (int i = 0; i < queue->size; i++) ring[i] = queue->ring[(queue->first + i) % queue->capacity];
    free(queue->ring);
    queue->ring = ring;
    queue->capacity = capacity;
    queue->first = 0;
}

static void enqueue(struct queue *queue, int value) {
    if (queue->size == queue->capacity) grow(queue);
    queue->ring[(queue->first + queue->size++) % queue->capacity] = value;
}

static int dequeue(struct queue *queue, int *value) {
    if (!queue->size) return 0;
    *value = queue->ring[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    queue->size--;
    return 1;
}

int main(void) {
    unsigned char enters[N];
    int values[N], log[N], in = 0, out = 0;
    struct queue queue = {0, 0, 0, 0};
    klee_make_symbolic(enters, sizeof enters, "enters");
    klee_make_symbolic(values, sizeof values, "values");
    for (int i = 0; i < N; i++) {
        int value;
        if (enters[i]) {
            enqueue(&queue, values[i]);
            log[in++] = values[i];
        } else if (dequeue(&queue, &value)) assert(value == log[out++]);
        else assert(in == out);
        assert(queue.size == in - out);
    }
    for (int value; dequeue(&queue, &value);) assert(value == log[out++]);
    assert(in == out);
    free(queue.ring);
    return 0;
}
