/* What is read from streams: characters, lines, blocks, and characters pushed back. */
#include "filestream.h"

static int begin_reading(FILE *stream) {
    struct file *file = __braid_file_of(stream);
    if (stream->flags & STREAM_NO_READS) {
        stream->flags |= STREAM_FAILED;
        errno = E_BADF;
        return 0;
    }
    if (stream->flags & STREAM_WRITING) {
        fflush(stream);
        stream->flags &= ~STREAM_WRITING;
    }
    if (!file->buffer)
        file->buffer = __braid_alloc(file->size + PUSHED_BACK, 16, 0);
    return 1;
}

/* A stream that has been at its end stays there until that is cleared. */
API int __braid_file_fill(FILE *stream) {
    if (!begin_reading(stream) || stream->flags & STREAM_AT_END)
        return 0;
    struct file *file = stream->file;
    is_oriented(stream, OF_BYTES);
    size_t size = file->mode == NONE ? 1 : file->size;
    ptrdiff_t n = file->functions.read ? file->functions.read(file->cookie, file->buffer + PUSHED_BACK, size) : 0;
    stream->read_base = stream->read_at = stream->read_end = (unsigned char *)file->buffer + PUSHED_BACK;
    if (n <= 0) {
        stream->flags |= n < 0 ? STREAM_FAILED : STREAM_AT_END;
        return 0;
    }
    stream->read_end += n;
    return 1;
}

API int fgetc(FILE *stream) {
    return next_character(stream);
}

API int getc(FILE *stream) {
    return next_character(stream);
}

API int _IO_getc(FILE *stream) {
    return next_character(stream);
}

API int getc_unlocked(FILE *stream) {
    return next_character(stream);
}

API int fgetc_unlocked(FILE *stream) {
    return next_character(stream);
}

API int __uflow(FILE *stream) {
    return next_character(stream);
}

/* As __uflow, but the character stays. */
API int __underflow(FILE *stream) {
    if (stream->read_at == stream->read_end && !__braid_file_fill(stream))
        return END_OF_FILE;
    return *stream->read_at;
}

API int getchar(void) {
    return next_character(stdin);
}

API int getchar_unlocked(void) {
    return next_character(stdin);
}

/* In front of the buffer there is room for a few. The file itself is not changed. */
API int ungetc(int c, FILE *stream) {
    if (c == END_OF_FILE || !begin_reading(stream))
        return END_OF_FILE;
    if (!stream->read_base)
        stream->read_base = stream->read_at = stream->read_end = (unsigned char *)stream->file->buffer + PUSHED_BACK;
    if (stream->read_at == (unsigned char *)stream->file->buffer)
        return END_OF_FILE;
    stream->flags &= ~STREAM_AT_END;
    *--stream->read_at = (unsigned char)c;
    return (unsigned char)c;
}

API size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
    size_t all = size * count, done = 0;
    while (done < all && (stream->read_at != stream->read_end || __braid_file_fill(stream))) {
        size_t n = smaller(all - done, (size_t)(stream->read_end - stream->read_at));
        memcpy((char *)to + done, stream->read_at, n);
        stream->read_at += n;
        done += n;
    }
    return done == all ? (size ? count : 0) : done / size;
}

API size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
    return fread(to, size, count, stream);
}

API size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict stream) {
    if (size * count > room)
        __chk_fail();
    return fread(to, size, count, stream);
}

API size_t __fread_unlocked_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict stream) {
    return __fread_chk(to, room, size, count, stream);
}

/* Null at the end of the file if nothing came before it, and after an error. */
API char *fgets(char *restrict to, int size, FILE *restrict stream) {
    int n = 0, c = 0, failed_before = stream->flags & STREAM_FAILED;
    if (size <= 0)
        return 0;
    stream->flags &= ~STREAM_FAILED;
    while (n < size - 1 && c != '\n' && (c = next_character(stream)) != END_OF_FILE)
        to[n++] = (char)c;
    int failed = stream->flags & STREAM_FAILED;
    stream->flags |= failed_before;
    if ((n == 0 && size > 1) || (failed && errno != E_AGAIN))
        return 0;
    to[n] = 0;
    return to;
}

API char *fgets_unlocked(char *restrict to, int size, FILE *restrict stream) {
    return fgets(to, size, stream);
}

API char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict stream) {
    if (size > 0 && (size_t)size > room)
        __chk_fail();
    return fgets(to, size, stream);
}

API char *__fgets_unlocked_chk(char *restrict to, size_t room, int size, FILE *restrict stream) {
    return __fgets_chk(to, room, size, stream);
}

API char *gets(char *to) {
    size_t n = 0;
    int c = next_character(stdin);
    if (c == END_OF_FILE)
        return 0;
    for (; c != '\n' && c != END_OF_FILE; c = next_character(stdin))
        to[n++] = (char)c;
    to[n] = 0;
    return to;
}

enum { FIRST_LINE = 120 };

/* Makes room for `n` bytes, as glibc does: at least twice as much as there was. */
static int need_room(char **line, size_t *room, size_t n) {
    if (n <= *room)
        return 1;
    size_t wanted = 2 * *room > n ? 2 * *room : n;
    char *larger = realloc(*line, wanted);
    if (!larger)
        return 0;
    *line = larger;
    *room = wanted;
    return 1;
}

/* How much of what is read ahead belongs to the line. */
static size_t part_of_line(FILE *stream, int delimiter, int *ended) {
    unsigned char *p = stream->read_at;
    while (p != stream->read_end && *p != (unsigned char)delimiter)
        p++;
    *ended = p != stream->read_end;
    return (size_t)(p - stream->read_at) + (size_t)*ended;
}

API ptrdiff_t getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream) {
    size_t n = 0;
    int ended = 0;
    if (!line || !room) {
        errno = E_INVAL;
        return -1;
    }
    if (!*line || *room == 0) {
        *room = FIRST_LINE;
        *line = realloc(*line, FIRST_LINE);
        if (!*line)
            return -1;
    }
    while (!ended && (stream->read_at != stream->read_end || __braid_file_fill(stream))) {
        size_t part = part_of_line(stream, delimiter, &ended);
        if (!need_room(line, room, n + part + 1))
            return -1;
        memcpy(*line + n, stream->read_at, part);
        stream->read_at += part;
        n += part;
    }
    if (n == 0)
        return -1;
    (*line)[n] = 0;
    return (ptrdiff_t)n;
}

API ptrdiff_t __getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream) {
    return getdelim(line, room, delimiter, stream);
}

API ptrdiff_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
    return getdelim(line, room, '\n', stream);
}

API int getw(FILE *stream) {
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : END_OF_FILE;
}

API int putw(int word, FILE *stream) {
    return __braid_stream_put(stream, &word, sizeof word) == sizeof word ? 0 : END_OF_FILE;
}

API int feof(FILE *stream) {
    return (stream->flags & STREAM_AT_END) != 0;
}

API int feof_unlocked(FILE *stream) {
    return feof(stream);
}

API void clearerr(FILE *stream) {
    stream->flags &= ~(STREAM_AT_END | STREAM_FAILED);
}

API void clearerr_unlocked(FILE *stream) {
    clearerr(stream);
}
