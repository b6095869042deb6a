/* Streams on memory: fmemopen and open_memstream. */
#include "filestream.h"

/* What a stream of fmemopen stands for. The text ends at `end`, which writing moves. */
struct fixed {
    char *bytes;
    size_t size, at, end;
    int appending, owned;
};

static ptrdiff_t read_fixed(void *cookie, char *to, size_t n) {
    struct fixed *memory = cookie;
    n = smaller(n, excess(memory->end, memory->at));
    memcpy(to, memory->bytes + memory->at, n);
    memory->at += n;
    return (ptrdiff_t)n;
}

/* A zero follows what was written if there is room for it. Where there is none, it takes the last byte, except in streams that append. */
static ptrdiff_t write_fixed(void *cookie, const char *from, size_t n) {
    struct fixed *memory = cookie;
    size_t at = memory->appending ? memory->end : memory->at, zero = n == 0 || from[n - 1] != 0;
    if (at + n > memory->size) {
        if (memory->at + zero >= memory->size) {
            errno = 28;
            return 0;
        }
        n = memory->size - at;
    }
    memcpy(memory->bytes + at, from, n);
    memory->at = at + n;
    if (memory->at > memory->end) {
        memory->end = memory->at;
        if (memory->end < memory->size && zero)
            memory->bytes[memory->end] = 0;
        else if (!memory->appending && zero)
            memory->bytes[memory->size - 1] = 0;
    }
    return (ptrdiff_t)n;
}

static int seek_fixed(void *cookie, int64_t *at, int whence) {
    struct fixed *memory = cookie;
    int64_t base = whence == FROM_START ? 0 : (int64_t)(whence == FROM_HERE ? memory->at : memory->end);
    int64_t to = base + *at;
    if (to < 0 || to > (int64_t)memory->size) {
        errno = E_INVAL;
        return -1;
    }
    memory->at = (size_t)to;
    *at = to;
    return 0;
}

static int close_fixed(void *cookie) {
    struct fixed *memory = cookie;
    if (memory->owned)
        __braid_free(memory->bytes);
    __braid_free(memory);
    return 0;
}

API FILE *fmemopen(void *bytes, size_t size, const char *mode) {
    static const struct file_functions functions = {read_fixed, write_fixed, seek_fixed, close_fixed};
    struct opening opening;
    if (!__braid_read_mode(mode, &opening))
        return 0;
    struct fixed *memory = __braid_alloc(sizeof *memory, 16, 1);
    memory->owned = !bytes;
    memory->bytes = bytes ? bytes : __braid_alloc(size ? size : 1, 16, 1);
    memory->size = size;
    memory->appending = *mode == 'a';
    if (*mode == 'w' && mode[1] == '+' && size > 0)
        memory->bytes[0] = 0;
    memory->end = *mode == 'r' ? size : *mode == 'a' ? strnlen(memory->bytes, size) : 0;
    memory->at = memory->appending ? memory->end : 0;
    return __braid_new_stream(functions, memory, opening);
}

/* What a stream of open_memstream stands for: the program sees memory and size when the stream is flushed. */
struct growing {
    char **shown;
    size_t *shown_size;
    char *bytes;
    size_t room, at, end;
};

/* The memory belongs to the program: it comes from malloc. */
static int make_room(struct growing *memory, size_t needed) {
    if (needed <= memory->room)
        return 1;
    size_t room = 2 * needed;
    char *larger = realloc(memory->bytes, room);
    if (!larger)
        return 0;
    memset(larger + memory->room, 0, room - memory->room);
    memory->bytes = larger;
    memory->room = room;
    return 1;
}

static void show(struct growing *memory) {
    *memory->shown = memory->bytes;
    *memory->shown_size = memory->at;
}

static ptrdiff_t write_growing(void *cookie, const char *from, size_t n) {
    struct growing *memory = cookie;
    if (!make_room(memory, memory->at + n + 1))
        return 0;
    memcpy(memory->bytes + memory->at, from, n);
    memory->at += n;
    if (memory->at > memory->end) {
        memory->end = memory->at;
        memory->bytes[memory->end] = 0;
    }
    show(memory);
    return (ptrdiff_t)n;
}

static int seek_growing(void *cookie, int64_t *at, int whence) {
    struct growing *memory = cookie;
    int64_t base = whence == FROM_START ? 0 : (int64_t)(whence == FROM_HERE ? memory->at : memory->end);
    if (base + *at < 0 || !make_room(memory, (size_t)(base + *at) + 1)) {
        errno = E_INVAL;
        return -1;
    }
    *at += base;
    memory->at = (size_t)*at;
    show(memory);
    return 0;
}

/* The text ends where the stream is. */
static int close_growing(void *cookie) {
    struct growing *memory = cookie;
    memory->bytes[memory->at] = 0;
    show(memory);
    __braid_free(cookie);
    return 0;
}

enum { FIRST_ROOM = 64 };

API FILE *open_memstream(char **shown, size_t *shown_size) {
    static const struct file_functions functions = {0, write_growing, seek_growing, close_growing};
    struct growing *memory = __braid_alloc(sizeof *memory, 16, 1);
    struct opening opening = {.writable = 1};
    memory->shown = shown;
    memory->shown_size = shown_size;
    if (!make_room(memory, FIRST_ROOM)) {
        __braid_free(memory);
        return 0;
    }
    show(memory);
    return __braid_new_stream(functions, memory, opening);
}
