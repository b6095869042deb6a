/* Lists and queues of search.h. */
#include "runtime.h"

typedef int compare_keys(const void *, const void *);

API void *lfind(const void *key, const void *base, size_t *count, size_t size, compare_keys *compare) {
    const char *at = base;
    for (size_t i = 0; i < *count; i++, at += size)
        if (compare(key, at) == 0)
            return (void *)at;
    return 0;
}

API void *lsearch(const void *key, void *base, size_t *count, size_t size, compare_keys *compare) {
    void *found = lfind(key, base, count, size, compare);
    return found ? found : memcpy((char *)base + (*count)++ * size, key, size);
}

struct link {
    struct link *next, *before;
};

API void insque(struct link *link, struct link *before) {
    link->next = before ? before->next : 0;
    link->before = before;
    if (before)
        before->next = link;
    if (link->next)
        link->next->before = link;
}

API void remque(struct link *link) {
    if (link->next)
        link->next->before = link->before;
    if (link->before)
        link->before->next = link->next;
}
