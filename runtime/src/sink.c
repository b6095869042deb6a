/* Where formatted text goes: to a descriptor, to a stream with its buffer, or into memory of limited size. The length is counted in both cases.
 *
 * A piece may have symbolic length; neither sink forks for it. */
#include "format.h"

/* Runs of a character are written in pieces of this size. */
enum { RUN = 64 };

static void emit(struct sink *sink, const char *text, size_t n) {
    if (sink->kind == TO_DESCRIPTOR) {
        sink->failed |= sink->put(sink->descriptor, text, n) < 0;
    } else if (sink->kind == TO_STREAM) {
        sink->failed |= __braid_stream_put(sink->stream, text, n) != n;
    } else if (sink->kind == TO_MEMORY) {
        size_t left = excess(sink->room, sink->count);
        memcpy(sink->memory + smaller(sink->count, sink->room), text, smaller(n, left));
    } else if (sink->kind == TO_WIDE) {
        __braid_put_widened(sink, text, n);
    }
    sink->count += n;
}

/* `n` times the same character, where `n` is at most `most`; if only `most` is concrete and small, nothing forks. */
static void emit_run(struct sink *sink, char c, size_t n, size_t most) {
    char run[RUN];
    if (most == 0)
        return;
    memset(run, c, RUN);
    for (; most > RUN && n > RUN; n -= RUN)
        emit(sink, run, RUN);
    emit(sink, run, n);
}

/* Ends the text in memory. */
static void emit_end(struct sink *sink) {
    if (sink->kind == TO_MEMORY && sink->room > 0)
        sink->memory[smaller(sink->count, sink->room - 1)] = 0;
}
