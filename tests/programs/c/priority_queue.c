// A binary heap that grows by realloc, and shortest paths on a small graph with it.
#include <stdio.h>
#include <stdlib.h>

struct item { int key, value; };
struct queue { struct item *items; int n, room; };

static void push(struct queue *q, int key, int value) {
    if (q->n == q->room) q->items = realloc(q->items, (size_t)(q->room = q->room * 2 + 1) * sizeof *q->items);
    int i = q->n++;
    for (; i && q->items[(i - 1) / 2].key > key; i = (i - 1) / 2) q->items[i] = q->items[(i - 1) / 2];
    q->items[i] = (struct item){key, value};
}

static struct item pop(struct queue *q) {
    struct item top = q->items[0], last = q->items[--q->n];
    int i = 0;
    for (int c; (c = 2 * i + 1) < q->n; i = c) {
        if (c + 1 < q->n && q->items[c + 1].key < q->items[c].key) c++;
        if (q->items[c].key >= last.key) break;
        q->items[i] = q->items[c];
    }
    q->items[i] = last;
    return top;
}

int main(void) {
    enum { N = 8 };
    static const unsigned char cost[N][N] = {{0, 4, 0, 0, 0, 0, 0, 8}, {4, 0, 8, 0, 0, 0, 0, 11}, {0, 8, 0, 7, 0, 4, 0, 0}, {0, 0, 7, 0, 9, 14, 0, 0},
                                             {0, 0, 0, 9, 0, 10, 0, 0}, {0, 0, 4, 14, 10, 0, 2, 0}, {0, 0, 0, 0, 0, 2, 0, 1}, {8, 11, 0, 0, 0, 0, 1, 0}};
    int distance[N];
    for (int i = 0; i < N; i++) distance[i] = 1 << 30;
    struct queue q = {0};
    push(&q, distance[0] = 0, 0);
    while (q.n) {
        struct item top = pop(&q);
        if (top.key > distance[top.value]) continue;
        for (int j = 0; j < N; j++)
            if (cost[top.value][j] && top.key + cost[top.value][j] < distance[j]) push(&q, distance[j] = top.key + cost[top.value][j], j);
    }
    for (int i = 0; i < N; i++) printf("%d ", distance[i]);
    puts("");
    free(q.items);
    return 0;
}
