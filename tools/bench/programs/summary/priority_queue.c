// A priority queue of jobs in a binary heap: N operations of any kind.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 5
#endif

struct job {
    int priority;
    int number;
};

struct queue {
    const struct job *heap[N];
    int size;
    int (*before)(const struct job *, const struct job *);
};

static int more_urgent(const struct job *a, const struct job *b) { return a->priority > b->priority; }

static void swap(struct queue *queue, int i, int j) {
    const struct job *kept = queue->heap[i];
    queue->heap[i] = queue->heap[j];
    queue->heap[j] = kept;
}

static void push(struct queue *queue, const struct job *job) {
    int at = queue->size++;
    queue->heap[at] = job;
    for (int up; at > 0; at = up) {
        up = (at - 1) / 2;
        if (!queue->before(queue->heap[at], queue->heap[up])) break;
        swap(queue, at, up);
    }
}

static const struct job *pop(struct queue *queue) {
    if (!queue->size) return 0;
    const struct job *first = queue->heap[0];
    queue->heap[0] = queue->heap[--queue->size];
    for (int at = 0, child; (child = 2 * at + 1) < queue->size; at = child) {
        if (child + 1 < queue->size && queue->before(queue->heap[child + 1], queue->heap[child])) child++;
        if (!queue->before(queue->heap[child], queue->heap[at])) break;
        swap(queue, at, child);
    }
    return first;
}

int main(void) {
    unsigned char enters[N];
    int priorities[N], waiting = 0;
    struct job jobs[N];
    struct queue queue = {{0}, 0, more_urgent};
    unsigned inside = 0;
    klee_make_symbolic(enters, sizeof enters, "enters");
    klee_make_symbolic(priorities, sizeof priorities, "priorities");
    for (int i = 0; i < N; i++) {
        jobs[i] = (struct job){priorities[i], i};
        if (enters[i]) {
            push(&queue, &jobs[i]);
            inside |= 1u << i;
            waiting++;
        } else {
            const struct job *first = pop(&queue);
            assert((first == 0) == (inside == 0));
            if (first) {
                // It was inside, and nothing that is inside is more urgent.
                assert(inside >> first->number & 1);
                inside &= ~(1u << first->number);
                for (int k = 0; k < i; k++) assert(!(inside >> k & 1) | (priorities[k] <= first->priority));
                waiting--;
            }
        }
        assert(queue.size == waiting);
    }
    return waiting;
}
