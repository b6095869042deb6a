// A hash table with open addressing, deletion by tombstones and growth, against a plain list.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *key;
    int value, state; // 0 free, 1 used, 2 deleted
};
struct table {
    struct entry *entries;
    unsigned capacity, used, filled;
};

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static char *copy(const char *s) {
    char *p = malloc(strlen(s) + 1);
    return strcpy(p, s);
}

static struct entry *find(struct table *t, const char *key) {
    struct entry *grave = NULL;
    for (unsigned i = hash(key);; i++) {
        struct entry *e = &t->entries[i & (t->capacity - 1)];
        if (e->state == 0)
            return grave ? grave : e;
        if (e->state == 2)
            grave = grave ? grave : e;
        else if (strcmp(e->key, key) == 0)
            return e;
    }
}

static void put(struct table *t, const char *key, int value);

static void grow(struct table *t) {
    struct table bigger = {calloc(t->capacity * 2, sizeof(struct entry)), t->capacity * 2, 0, 0};
    for (unsigned i = 0; i < t->capacity; i++)
        if (t->entries[i].state == 1) {
            put(&bigger, t->entries[i].key, t->entries[i].value);
            free(t->entries[i].key);
        }
    free(t->entries);
    *t = bigger;
}

static void put(struct table *t, const char *key, int value) {
    struct entry *e = find(t, key);
    if (e->state != 1) {
        t->filled += e->state == 0;
        t->used++;
        e->key = copy(key);
        e->state = 1;
    }
    e->value = value;
    if (t->filled * 4 > t->capacity * 3)
        grow(t);
}

static int take(struct table *t, const char *key) {
    struct entry *e = find(t, key);
    if (e->state != 1)
        return 0;
    free(e->key);
    e->state = 2;
    t->used--;
    return 1;
}

int main(void) {
    struct table t = {calloc(8, sizeof(struct entry)), 8, 0, 0};
    char key[16];
    for (int i = 0; i < 300; i++) {
        snprintf(key, sizeof key, "key%d", i * 37 % 211);
        put(&t, key, i);
    }
    printf("%u of %u\n", t.used, t.capacity);
    int removed = 0;
    for (int i = 0; i < 211; i += 3) {
        snprintf(key, sizeof key, "key%d", i);
        removed += take(&t, key);
    }
    printf("removed %d, left %u\n", removed, t.used);
    long sum = 0;
    for (int i = 0; i < 211; i++) {
        snprintf(key, sizeof key, "key%d", i);
        struct entry *e = find(&t, key);
        if (e->state == 1)
            sum += (long)e->value * (i + 1);
        if (i % 30 == 1)
            printf("%s -> %d\n", key, e->state == 1 ? e->value : -1);
    }
    printf("sum %ld\n", sum);
    for (unsigned i = 0; i < t.capacity; i++)
        if (t.entries[i].state == 1)
            free(t.entries[i].key);
    free(t.entries);
    return 0;
}
