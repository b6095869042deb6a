/* Pipes: bytes wait in the node, the oldest first, so that equal contents are equal bytes. There is one process: who would wait for
 * another waits for ever. */
#include "file.h"

enum { PIPE_SIZE = 65536, SIGNAL_PIPE = 13 };

/* Whether an end of a pipe is open somewhere. */
static int has_end(const struct node *pipe, int writes) {
    for (const struct open_file *file = open_files; file < open_files + OPEN_FILES; file++)
        if (file->users && file->node == number_of(pipe) && !(file->flags & O_PATH_ONLY) && (writes ? can_write(file) : can_read(file)))
            return 1;
    return 0;
}

static ptrdiff_t read_pipe(struct open_file *file, struct node *pipe, void *to, size_t n) {
    if (pipe->size == 0 && n > 0 && has_end(pipe, 1)) {
        if (file->flags & O_NONBLOCKING)
            return fail_with(E_AGAIN);
        __braid_unsupported("a read from an empty pipe, which waits for ever");
    }
    size_t count = read_contents(pipe, to, n, 0);
    uint64_t rest = pipe->size - count;
    if (pipe->room)
        memmove(pipe->bytes, pipe->bytes + count, (size_t)rest);
    set_size(pipe, rest);
    return (ptrdiff_t)count;
}

static ptrdiff_t write_pipe(struct open_file *file, struct node *pipe, const void *from, size_t n) {
    if (!has_end(pipe, 0)) {
        if (n == 0)
            return 0;
        raise(SIGNAL_PIPE);
        return fail_with(E_PIPE);
    }
    if (n > PIPE_SIZE - pipe->size) {
        if (file->flags & O_NONBLOCKING && (n <= BLOCK_SIZE || pipe->size == PIPE_SIZE))
            return fail_with(E_AGAIN);
        if (!(file->flags & O_NONBLOCKING))
            __braid_unsupported("a write to a full pipe, which waits for ever");
        n = (size_t)(PIPE_SIZE - pipe->size);
    }
    write_contents(pipe, from, n, pipe->size);
    return (ptrdiff_t)n;
}

API int pipe2(int ends[2], int flags) {
    if (flags & ~(O_CLOSING | O_NONBLOCKING))
        return fail_with(E_INVAL);
    struct node *node = make_node(TYPE_PIPE | 0600);
    int kept = flags & O_NONBLOCKING, closes = (flags & O_CLOSING) != 0;
    unsigned reading = make_open_file(node, O_READ | kept);
    ends[0] = add_descriptor(reading, 0, (unsigned)closes);
    unsigned writing = make_open_file(node, O_WRITE | kept);
    ends[1] = add_descriptor(writing, 0, (unsigned)closes);
    return 0;
}

API int pipe(int ends[2]) {
    return pipe2(ends, 0);
}
