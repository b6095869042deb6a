/* Streams on memory of wide characters: open_wmemstream. What is in the buffer of such a stream are wide characters and no bytes. */
#include "wide_stream.h"

/* The program sees memory and length when the stream is flushed. */
struct growing_wide {
    wchar_t **shown;
    size_t *shown_count;
    wchar_t *characters;
    size_t room, count;
};

/* The memory belongs to the program: it comes from malloc. */
static int make_wide_room(struct growing_wide *memory, size_t needed) {
    if (needed <= memory->room)
        return 1;
    wchar_t *larger = realloc(memory->characters, 2 * needed * sizeof *larger);
    if (!larger)
        return 0;
    memory->characters = larger;
    memory->room = 2 * needed;
    return 1;
}

static void show_wide(struct growing_wide *memory) {
    memory->characters[memory->count] = 0;
    *memory->shown = memory->characters;
    *memory->shown_count = memory->count;
}

static ptrdiff_t write_growing_wide(void *cookie, const char *from, size_t size) {
    struct growing_wide *memory = cookie;
    size_t n = size / sizeof(wchar_t);
    if (!make_wide_room(memory, memory->count + n + 1))
        return 0;
    memcpy(memory->characters + memory->count, from, size);
    memory->count += n;
    show_wide(memory);
    return (ptrdiff_t)size;
}

static int seek_growing_wide(void *cookie, int64_t *at, int whence) {
    __braid_unsupported("a position in a stream of open_wmemstream");
}

static int close_growing_wide(void *cookie) {
    show_wide(cookie);
    __braid_free(cookie);
    return 0;
}

enum { FIRST_WIDE_ROOM = 64 };

API FILE *open_wmemstream(wchar_t **shown, size_t *shown_count) {
    static const struct file_functions functions = {0, write_growing_wide, seek_growing_wide, close_growing_wide};
    struct growing_wide *memory = __braid_alloc(sizeof *memory, 16, 1);
    struct opening opening = {.writable = 1};
    memory->shown = shown;
    memory->shown_count = shown_count;
    if (!make_wide_room(memory, FIRST_WIDE_ROOM)) {
        __braid_free(memory);
        return 0;
    }
    show_wide(memory);
    FILE *stream = __braid_new_stream(functions, memory, opening);
    stream->orientation = OF_WIDE;
    stream->holds_wide = 1;
    return stream;
}
