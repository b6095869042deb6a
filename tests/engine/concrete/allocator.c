// A first-fit allocator over a static arena with splitting and joining of free blocks.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ARENA 4096

struct header {
    uint32_t size; // with the header; the lowest bit says that it is taken
    uint32_t before;
};

static _Alignas(16) unsigned char arena[ARENA];

static struct header *block(uint32_t at) { return (struct header *)(arena + at); }
static uint32_t size(uint32_t at) { return block(at)->size & ~1u; }
static int taken(uint32_t at) { return block(at)->size & 1; }

static void link_next(uint32_t at) {
    uint32_t next = at + size(at);
    if (next < ARENA)
        block(next)->before = at;
}

static void *take(uint32_t n) {
    n = (n + sizeof(struct header) + 15) & ~15u;
    for (uint32_t at = 0; at < ARENA; at += size(at)) {
        if (taken(at) || size(at) < n)
            continue;
        if (size(at) >= n + 32) {
            block(at + n)->size = size(at) - n;
            block(at + n)->before = at;
            link_next(at + n);
            block(at)->size = n;
        }
        block(at)->size |= 1;
        return arena + at + sizeof(struct header);
    }
    return NULL;
}

static void give(void *p) {
    uint32_t at = (uint32_t)((unsigned char *)p - arena - sizeof(struct header));
    block(at)->size &= ~1u;
    uint32_t next = at + size(at);
    if (next < ARENA && !taken(next))
        block(at)->size += size(next);
    if (at && !taken(block(at)->before)) {
        uint32_t before = block(at)->before;
        block(before)->size += size(at);
        at = before;
    }
    link_next(at);
}

static void show(const char *when) {
    int used = 0, open = 0;
    uint32_t largest = 0;
    for (uint32_t at = 0; at < ARENA; at += size(at)) {
        if (taken(at))
            used++;
        else {
            open++;
            largest = size(at) > largest ? size(at) : largest;
        }
    }
    printf("%-10s used %2d free %2d largest %u\n", when, used, open, largest);
}

int main(void) {
    block(0)->size = ARENA;
    unsigned char *p[40] = {0};
    uint32_t state = 5, sizes[40] = {0};
    show("start");
    for (int round = 0; round < 400; round++) {
        state = state * 1103515245u + 12345u;
        int i = (int)(state >> 20) % 40;
        if (p[i]) {
            for (uint32_t k = 0; k < sizes[i]; k++)
                if (p[i][k] != (unsigned char)i)
                    printf("damaged %d\n", i);
            give(p[i]);
            p[i] = NULL;
        } else {
            sizes[i] = (state >> 8 & 127) + 1;
            p[i] = take(sizes[i]);
            if (p[i])
                memset(p[i], i, sizes[i]);
        }
        if (round % 80 == 79)
            show("running");
    }
    for (int i = 0; i < 40; i++)
        if (p[i])
            give(p[i]);
    show("end");
    return size(0) == ARENA ? 0 : 1;
}
