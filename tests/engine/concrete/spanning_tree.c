// Minimum spanning trees by Kruskal with union and find, and by Prim: the same weight.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40

struct edge {
    int a, b, weight;
};

static int parent[N], rank_of[N];

static int find(int x) {
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

static int join(int a, int b) {
    a = find(a), b = find(b);
    if (a == b)
        return 0;
    if (rank_of[a] < rank_of[b]) {
        int t = a;
        a = b, b = t;
    }
    parent[b] = a;
    rank_of[a] += rank_of[a] == rank_of[b];
    return 1;
}

static int by_weight(const void *x, const void *y) {
    const struct edge *a = x, *b = y;
    if (a->weight != b->weight)
        return a->weight - b->weight;
    return a->a != b->a ? a->a - b->a : a->b - b->b;
}

int main(void) {
    struct edge *edges = malloc(N * N * sizeof *edges);
    int count = 0, weights[N][N];
    unsigned state = 31337;
    memset(weights, 0, sizeof weights);
    for (int a = 0; a < N; a++)
        for (int b = a + 1; b < N; b++) {
            state = state * 1664525u + 1013904223u;
            if (b == a + 1 || state >> 30 == 0) {
                int weight = (int)(state >> 12 & 255) + 1;
                edges[count++] = (struct edge){a, b, weight};
                weights[a][b] = weights[b][a] = weight;
            }
        }
    qsort(edges, (size_t)count, sizeof *edges, by_weight);
    for (int i = 0; i < N; i++)
        parent[i] = i;
    int total = 0, used = 0;
    for (int i = 0; i < count; i++)
        if (join(edges[i].a, edges[i].b)) {
            total += edges[i].weight;
            if (used++ < 8)
                printf("%d-%d:%d ", edges[i].a, edges[i].b, edges[i].weight);
        }
    printf("\n%d edges of %d, weight %d\n", used, count, total);
    int in[N] = {1}, near[N], prim = 0;
    for (int i = 0; i < N; i++)
        near[i] = weights[0][i] ? weights[0][i] : 100000;
    for (int step = 1; step < N; step++) {
        int best = -1;
        for (int i = 0; i < N; i++)
            if (!in[i] && (best < 0 || near[i] < near[best]))
                best = i;
        in[best] = 1;
        prim += near[best];
        for (int i = 0; i < N; i++)
            if (weights[best][i] && weights[best][i] < near[i])
                near[i] = weights[best][i];
    }
    printf("prim %d\n", prim);
    free(edges);
    return prim != total;
}
