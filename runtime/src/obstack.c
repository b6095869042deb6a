/* Obstacks: what the macros of glibc's obstack.h call to begin one, when a chunk is full, and to free. */
#include "stream.h"

struct chunk {
    char *limit;
    struct chunk *before;
    char contents[4];
};

struct obstack {
    long chunk_size;
    struct chunk *chunk;
    char *object, *next_free, *chunk_limit;
    void *temporary;
    int alignment_mask;
    void *(*allocate)(void *, long);
    void (*release)(void *, struct chunk *);
    void *argument;
    unsigned with_argument : 1, maybe_empty : 1, failed : 1;
};

API int obstack_exit_failure = 1;

static void tell_out_of_memory(void) {
    static const char text[] = "memory exhausted\n";
    __braid_stream_put(stderr, text, sizeof text - 1);
    exit(obstack_exit_failure);
}

API void (*obstack_alloc_failed_handler)(void) = tell_out_of_memory;

/* glibc's default: a page without what malloc needs of it. */
enum { CHUNK_SIZE = 4064, OBSTACK_ALIGNMENT = 16 };

static struct chunk *new_chunk(struct obstack *o, long size) {
    struct chunk *chunk = o->with_argument ? o->allocate(o->argument, size) : ((void *(*)(long))o->allocate)(size);
    if (!chunk)
        obstack_alloc_failed_handler();
    chunk->limit = (char *)chunk + size;
    return chunk;
}

static void free_chunk(struct obstack *o, struct chunk *chunk) {
    if (o->with_argument)
        o->release(o->argument, chunk);
    else
        ((void (*)(struct chunk *))o->release)(chunk);
}

static char *aligned(const struct obstack *o, char *p) {
    return p + (-(uintptr_t)p & (uintptr_t)o->alignment_mask);
}

static int begin(struct obstack *o, int size, int alignment) {
    o->alignment_mask = (alignment ? alignment : OBSTACK_ALIGNMENT) - 1;
    o->chunk_size = size ? size : CHUNK_SIZE;
    o->chunk = new_chunk(o, o->chunk_size);
    o->next_free = o->object = aligned(o, o->chunk->contents);
    o->chunk_limit = o->chunk->limit;
    o->chunk->before = 0;
    o->maybe_empty = o->failed = 0;
    return 1;
}

API int _obstack_begin(struct obstack *o, int size, int alignment, void *(*allocate)(long), void (*release)(void *)) {
    o->allocate = (void *(*)(void *, long))(void *)allocate;
    o->release = (void (*)(void *, struct chunk *))(void *)release;
    o->with_argument = 0;
    return begin(o, size, alignment);
}

API int _obstack_begin_1(struct obstack *o, int size, int alignment, void *(*allocate)(void *, long),
                         void (*release)(void *, void *), void *argument) {
    o->allocate = allocate;
    o->release = (void (*)(void *, struct chunk *))(void *)release;
    o->argument = argument;
    o->with_argument = 1;
    return begin(o, size, alignment);
}

/* A chunk with room for the object that is growing and `length` bytes more. The old one goes if it held nothing else. */
API void _obstack_newchunk(struct obstack *o, int length) {
    struct chunk *old = o->chunk;
    long size = o->next_free - o->object, wanted = size + length + (size >> 3) + o->alignment_mask + 100;
    struct chunk *chunk = new_chunk(o, wanted > o->chunk_size ? wanted : o->chunk_size);
    char *base = aligned(o, chunk->contents);
    chunk->before = old;
    memcpy(base, o->object, (size_t)size);
    if (!o->maybe_empty && o->object == aligned(o, old->contents)) {
        chunk->before = old->before;
        free_chunk(o, old);
    }
    o->chunk = chunk;
    o->chunk_limit = chunk->limit;
    o->object = base;
    o->next_free = base + size;
    o->maybe_empty = 0;
}

static int holds(const struct chunk *chunk, const void *p) {
    return (uintptr_t)chunk < (uintptr_t)p && (uintptr_t)p <= (uintptr_t)chunk->limit;
}

API int _obstack_allocated_p(struct obstack *o, void *p) {
    struct chunk *chunk = o->chunk;
    while (chunk && !holds(chunk, p))
        chunk = chunk->before;
    return chunk != 0;
}

/* Frees an object and all that came after it; null frees everything. */
API void obstack_free(struct obstack *o, void *p) {
    struct chunk *chunk = o->chunk;
    while (chunk && !holds(chunk, p)) {
        struct chunk *before = chunk->before;
        free_chunk(o, chunk);
        chunk = before;
        o->maybe_empty = 1;
    }
    if (chunk) {
        o->object = o->next_free = p;
        o->chunk_limit = chunk->limit;
        o->chunk = chunk;
    } else if (p) {
        abort();
    }
}

API void _obstack_free(struct obstack *o, void *p) {
    obstack_free(o, p);
}

API int _obstack_memory_used(struct obstack *o) {
    long used = 0;
    for (struct chunk *chunk = o->chunk; chunk; chunk = chunk->before)
        used += chunk->limit - (char *)chunk;
    return (int)used;
}

int vasprintf(char **restrict result, const char *restrict format, va_list list);

API int obstack_vprintf(struct obstack *o, const char *format, va_list list) {
    char *text;
    int n = vasprintf(&text, format, list);
    if (n < 0)
        return n;
    if (o->chunk_limit - o->next_free < n)
        _obstack_newchunk(o, n);
    memcpy(o->next_free, text, (size_t)n);
    o->next_free += n;
    free(text);
    return n;
}

API int obstack_printf(struct obstack *o, const char *format, ...) {
    WITH_LIST(obstack_vprintf(o, format, list));
}
