// A simulation of a shop with two tills: an event queue, random times, statistics.
#include <stdio.h>
#include <stdlib.h>

enum kind { ARRIVAL, DEPARTURE };
struct event {
    long time;
    enum kind kind;
    int till;
    struct event *next;
};

static struct event *queue;
static unsigned state = 12345;
static int allocated, released;

static unsigned chance(unsigned below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void schedule(long time, enum kind kind, int till) {
    struct event *e = malloc(sizeof *e), **at = &queue;
    allocated++;
    e->time = time, e->kind = kind, e->till = till;
    while (*at && (*at)->time <= time)
        at = &(*at)->next;
    e->next = *at;
    *at = e;
}

int main(void) {
    int waiting[2] = {0}, longest[2] = {0}, served[2] = {0};
    long now = 0, busy[2] = {0}, since[2] = {0};
    schedule(0, ARRIVAL, 0);
    while (queue) {
        struct event *e = queue;
        queue = e->next;
        now = e->time;
        switch (e->kind) {
        case ARRIVAL: {
            int till = waiting[1] < waiting[0];
            if (waiting[till]++ == 0) {
                since[till] = now;
                schedule(now + 5 + chance(20), DEPARTURE, till);
            }
            if (waiting[till] > longest[till])
                longest[till] = waiting[till];
            if (now < 2000)
                schedule(now + 1 + chance(14), ARRIVAL, 0);
            break;
        }
        case DEPARTURE:
            served[e->till]++;
            busy[e->till] += now - since[e->till];
            if (--waiting[e->till]) {
                since[e->till] = now;
                schedule(now + 5 + chance(20), DEPARTURE, e->till);
            }
            break;
        }
        if (served[0] + served[1] == 50 && e->kind == DEPARTURE)
            printf("after 50: time %ld, waiting %d and %d\n", now, waiting[0], waiting[1]);
        free(e);
        released++;
    }
    for (int till = 0; till < 2; till++)
        printf("till %d: served %d, longest %d, busy %ld of %ld\n", till, served[till], longest[till], busy[till], now);
    printf("%d events, %s\n", allocated, allocated == released ? "all freed" : "leak");
    return 0;
}
