// A growing hash table with open addressing, string keys copied to the heap, calloc and free.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int value; };
struct table { struct entry *entries; size_t capacity, used; };

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static struct entry *slot(struct table *t, const char *key) {
    size_t i = hash(key) & (t->capacity - 1);
    while (t->entries[i].key && strcmp(t->entries[i].key, key) != 0) i = (i + 1) & (t->capacity - 1);
    return &t->entries[i];
}

static void put(struct table *t, const char *key, int value) {
    if (t->used * 2 >= t->capacity) {
        struct table bigger = {calloc(t->capacity ? t->capacity * 2 : 4, sizeof(struct entry)), t->capacity ? t->capacity * 2 : 4, t->used};
        for (size_t i = 0; i < t->capacity; i++)
            if (t->entries[i].key) *slot(&bigger, t->entries[i].key) = t->entries[i];
        free(t->entries);
        *t = bigger;
    }
    struct entry *e = slot(t, key);
    if (!e->key) {
        e->key = malloc(strlen(key) + 1);
        strcpy(e->key, key);
        t->used++;
    }
    e->value += value;
}

int main(void) {
    const char *words[] = {"one", "two", "three", "two", "four", "one", "five", "six", "two", "seven", "eight", "nine"};
    struct table t = {0};
    for (int i = 0; i < 12; i++) put(&t, words[i], i + 1);
    for (int i = 0; i < 12; i++) printf("%s=%d ", words[i], slot(&t, words[i])->value);
    printf("%zu %zu\n", t.used, t.capacity);
    for (size_t i = 0; i < t.capacity; i++) free(t.entries[i].key);
    free(t.entries);
    return (int)t.used;
}
