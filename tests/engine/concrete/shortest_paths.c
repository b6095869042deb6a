// Shortest paths by Dijkstra with a heap, by Bellman and Ford, and by Floyd and Warshall.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define N 24
#define FAR 1000000

static int cost[N][N];

static void dijkstra(int from, int *distance) {
    struct item {
        int distance, vertex;
    } heap[N * N];
    int count = 0, done[N] = {0};
    for (int i = 0; i < N; i++)
        distance[i] = FAR;
    distance[from] = 0;
    heap[count++] = (struct item){0, from};
    while (count) {
        struct item top = heap[0], last = heap[--count];
        int i = 0;
        for (int child; (child = 2 * i + 1) < count; i = child) {
            if (child + 1 < count && heap[child + 1].distance < heap[child].distance)
                child++;
            if (heap[child].distance >= last.distance)
                break;
            heap[i] = heap[child];
        }
        heap[i] = last;
        if (done[top.vertex]++)
            continue;
        for (int v = 0; v < N; v++) {
            int through = top.distance + cost[top.vertex][v];
            if (cost[top.vertex][v] < FAR && through < distance[v]) {
                distance[v] = through;
                int at = count++;
                for (; at && heap[(at - 1) / 2].distance > through; at = (at - 1) / 2)
                    heap[at] = heap[(at - 1) / 2];
                heap[at] = (struct item){through, v};
            }
        }
    }
}

static void bellman_ford(int from, int *distance) {
    for (int i = 0; i < N; i++)
        distance[i] = FAR;
    distance[from] = 0;
    for (int round = 0, changed = 1; changed && round < N; round++) {
        changed = 0;
        for (int u = 0; u < N; u++)
            for (int v = 0; v < N; v++)
                if (distance[u] + cost[u][v] < distance[v])
                    distance[v] = distance[u] + cost[u][v], changed = 1;
    }
}

int main(void) {
    unsigned state = 2024;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            state = state * 1664525u + 1013904223u;
            cost[i][j] = i == j ? 0 : state >> 29 == 0 ? (int)(state >> 16 & 63) + 1 : FAR;
        }
    int all[N][N], different = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            all[i][j] = cost[i][j];
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (all[i][k] + all[k][j] < all[i][j])
                    all[i][j] = all[i][k] + all[k][j];
    for (int from = 0; from < N; from++) {
        int a[N], b[N];
        dijkstra(from, a);
        bellman_ford(from, b);
        for (int v = 0; v < N; v++)
            different += a[v] != all[from][v] || b[v] != all[from][v];
        if (from % 6 == 0) {
            for (int v = 0; v < N; v++)
                printf("%d ", a[v] == FAR ? -1 : a[v]);
            puts("");
        }
    }
    printf("different %d\n", different);
    return different;
}
