/* Positions in streams, and what stdio_ext.h tells about their buffers. */
#include "filestream.h"


/* The position of the stream: that of the file, with what was read ahead and what is still to be written. */
static int64_t position_of(FILE *stream) {
    struct file *file = __braid_file_of(stream);
    int64_t at = 0, pending = stream->write_at - stream->write_base;
    int writing = (stream->flags & STREAM_WRITING) != 0;
    if (!file->functions.seek) {
        errno = E_SPIPE;
        return -1;
    }
    if (file->functions.seek(file->cookie, &at, writing && file->appending && pending ? FROM_END : FROM_HERE) != 0)
        return -1;
    return writing ? at + pending : at - (stream->read_end - stream->read_at);
}

static int move_to(FILE *stream, int64_t offset, int whence) {
    struct file *file = __braid_file_of(stream);
    if (whence < FROM_START || whence > FROM_END) {
        errno = E_INVAL;
        return -1;
    }
    if (stream->flags & STREAM_WRITING ? __braid_file_flush(stream) != 0 : 0)
        return -1;
    if (!file->functions.seek) {
        errno = E_SPIPE;
        return -1;
    }
    if (whence == FROM_HERE)
        offset -= stream->read_end - stream->read_at;
    if (file->functions.seek(file->cookie, &offset, whence) != 0)
        return -1;
    stream->read_at = stream->read_end = stream->read_base;
    stream->flags &= ~(STREAM_AT_END | STREAM_WRITING);
    return 0;
}

API int fseeko64(FILE *stream, int64_t offset, int whence) {
    return move_to(stream, offset, whence);
}

API int fseeko(FILE *stream, long offset, int whence) {
    return move_to(stream, offset, whence);
}

API int fseek(FILE *stream, long offset, int whence) {
    return move_to(stream, offset, whence);
}

API int64_t ftello64(FILE *stream) {
    return position_of(stream);
}

API long ftello(FILE *stream) {
    int64_t at = position_of(stream);
    if (at == (long)at)
        return (long)at;
    errno = E_OVERFLOW;
    return -1;
}

API long ftell(FILE *stream) {
    return ftello(stream);
}

API void rewind(FILE *stream) {
    move_to(stream, 0, FROM_START);
    stream->flags &= ~(STREAM_AT_END | STREAM_FAILED);
}

/* A position begins with the offset; the rest is the state of a conversion, which is none. */
API int fgetpos(FILE *restrict stream, long *restrict position) {
    *position = ftello(stream);
    return *position < 0 ? -1 : 0;
}

API int fsetpos(FILE *stream, const long *position) {
    return move_to(stream, *position, FROM_START);
}

API int fgetpos64(FILE *restrict stream, int64_t *restrict position) {
    *position = position_of(stream);
    return *position < 0 ? -1 : 0;
}

API int fsetpos64(FILE *stream, const int64_t *position) {
    return move_to(stream, *position, FROM_START);
}

/* Nobody else runs while a stream is used. */
API void flockfile(FILE *stream) {}

API void funlockfile(FILE *stream) {}

API int ftrylockfile(FILE *stream) {
    return 0;
}

enum { LOCKED_BY_LIBRARY = 1 };

API int __fsetlocking(FILE *stream, int how) {
    return LOCKED_BY_LIBRARY;
}

API int __freading(FILE *stream) {
    return stream->flags & STREAM_NO_WRITES || (!(stream->flags & STREAM_WRITING) && stream->read_base);
}

API int __fwriting(FILE *stream) {
    return (stream->flags & (STREAM_NO_READS | STREAM_WRITING)) != 0;
}

API int __freadable(FILE *stream) {
    return !(stream->flags & STREAM_NO_READS);
}

API int __fwritable(FILE *stream) {
    return !(stream->flags & STREAM_NO_WRITES);
}

API int __flbf(FILE *stream) {
    return stream->file && stream->file->mode == LINE;
}

API size_t __fbufsize(FILE *stream) {
    return stream->file && stream->file->buffer ? stream->file->size : 0;
}

/* Of the engine's streams nobody can see it. */
API size_t __fpending(FILE *stream) {
    return (size_t)(stream->write_at - stream->write_base);
}

API void __fpurge(FILE *stream) {
    stream->read_at = stream->read_end = stream->read_base;
    stream->write_at = stream->write_base;
}

API void _flushlbf(void) {
    fflush(0);
}
