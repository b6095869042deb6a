/* Tables of search.h by the key. They take as many entries as glibc's; there is no hash, because the place of an unknown key would be one of
 * all. */
#include "runtime.h"

struct item {
    char *key;
    void *data;
};

struct hash_table {
    struct item *items;
    unsigned size, filled;
};

enum action { FIND, ENTER };

static int is_prime(unsigned n) {
    unsigned divisor = 3;
    while (divisor <= n / divisor && n % divisor != 0)
        divisor += 2;
    return divisor > n / divisor;
}

API int hcreate_r(size_t count, struct hash_table *table) {
    enum { LEAST = 3 };
    if (!table) {
        errno = E_INVAL;
        return 0;
    }
    if (table->items)
        return 0;
    for (count = count < LEAST ? LEAST : count | 1;; count += 2) {
        if (count > UINT_MAX - 2) {
            errno = E_NOMEM;
            return 0;
        }
        if (is_prime((unsigned)count))
            break;
    }
    table->items = calloc(count + 1, sizeof *table->items);
    table->size = (unsigned)count;
    table->filled = 0;
    return table->items != 0;
}

API void hdestroy_r(struct hash_table *table) {
    if (!table) {
        errno = E_INVAL;
        return;
    }
    free(table->items);
    table->items = 0;
}

API int hsearch_r(struct item item, enum action action, struct item **found, struct hash_table *table) {
    unsigned i = 0;
    while (i < table->filled && strcmp(table->items[i].key, item.key) != 0)
        i++;
    *found = i < table->filled ? &table->items[i] : 0;
    if (*found)
        return 1;
    if (action == FIND || table->filled == table->size) {
        errno = action == FIND ? E_SRCH : E_NOMEM;
        return 0;
    }
    table->items[table->filled++] = item;
    *found = &table->items[i];
    return 1;
}

static struct hash_table only_table;

API int hcreate(size_t count) {
    return hcreate_r(count, &only_table);
}

API void hdestroy(void) {
    hdestroy_r(&only_table);
}

API struct item *hsearch(struct item item, enum action action) {
    struct item *found;
    hsearch_r(item, action, &found, &only_table);
    return found;
}
