/* Streams on files: opening, buffers, writing, closing. What arrives when is glibc's: a full buffer is written before more is put into
 * it, whole blocks pass it by. */
#include "filestream.h"

/* Flags of open, Linux. */
enum { O_READ = 0, O_WRITE = 1, O_BOTH = 2, O_CREATE = 0100, O_EXCLUDE = 0200, O_EMPTY = 01000, O_ADD = 02000, O_ON_EXEC = 02000000 };

/* All that are open, newest first. */
static FILE *streams;

API int __braid_read_mode(const char *mode, struct opening *opening) {
    *opening = (struct opening){0, 0, 0};
    switch (*mode) {
    case 'r': opening->readable = 1; break;
    case 'w': opening->flags = O_CREATE | O_EMPTY; break;
    case 'a': opening->flags = O_CREATE | O_ADD; break;
    default: errno = E_INVAL; return 0;
    }
    opening->writable = *mode != 'r';
    while (*++mode && *mode != ',') {
        if (*mode == '+')
            opening->readable = opening->writable = 1;
        opening->flags |= *mode == 'x' ? O_EXCLUDE : *mode == 'e' ? O_ON_EXEC : 0;
    }
    opening->flags |= !opening->writable ? O_READ : opening->readable ? O_BOTH : O_WRITE;
    return 1;
}

static struct file *make_file(FILE *stream, struct file_functions functions, void *cookie) {
    struct file *file = __braid_alloc(sizeof *file, 16, 1);
    file->functions = functions;
    file->cookie = cookie;
    file->size = FILE_BUFFER;
    stream->file = file;
    stream->next = streams;
    streams = stream;
    return file;
}

static void set_up(FILE *stream, struct file_functions functions, void *cookie, struct opening opening) {
    make_file(stream, functions, cookie)->appending = (opening.flags & O_ADD) != 0;
    stream->kind = OF_FILE;
    stream->descriptor = -1;
    stream->flags = (opening.readable ? 0 : STREAM_NO_READS) | (opening.writable ? 0 : STREAM_NO_WRITES);
}

API FILE *__braid_new_stream(struct file_functions functions, void *cookie, struct opening opening) {
    FILE *stream = __braid_alloc(sizeof *stream, 16, 1);
    set_up(stream, functions, cookie, opening);
    stream->file->allocated = 1;
    return stream;
}

/* The functions of a stream on a descriptor; the cookie is the stream. */
static ptrdiff_t read_descriptor(void *stream, char *to, size_t n) {
    return read(((FILE *)stream)->descriptor, to, n);
}

static ptrdiff_t write_descriptor(void *stream, const char *from, size_t n) {
    return write(((FILE *)stream)->descriptor, from, n);
}

static int seek_descriptor(void *stream, int64_t *at, int whence) {
    int64_t to = lseek64(((FILE *)stream)->descriptor, *at, whence);
    if (to < 0)
        return -1;
    *at = to;
    return 0;
}

static int close_descriptor(void *stream) {
    return close(((FILE *)stream)->descriptor);
}

static const struct file_functions of_descriptor = {read_descriptor, write_descriptor, seek_descriptor, close_descriptor};

static FILE *open_descriptor(int descriptor, struct opening opening) {
    FILE *stream = __braid_new_stream(of_descriptor, 0, opening);
    stream->file->cookie = stream;
    stream->descriptor = descriptor;
    return stream;
}

API struct file *__braid_file_of(FILE *stream) {
    return stream->file ? stream->file : make_file(stream, of_descriptor, stream);
}

API void __braid_file_begin(FILE *stream) {
    struct file *file = make_file(stream, of_descriptor, stream);
    file->mode = stream->descriptor == 2 ? NONE : FULL;
    stream->kind = OF_FILE;
    stream->flags |= STREAM_NO_READS;
}

enum { NEW_FILE_BITS = 0666 };

/* Opens a path. What is only appended to is at its end from the beginning. */
static int open_path(const char *path, struct opening opening) {
    int descriptor = open(path, opening.flags, NEW_FILE_BITS);
    if (descriptor >= 0 && opening.flags & O_ADD && !opening.readable)
        lseek64(descriptor, 0, FROM_END);
    return descriptor;
}

API FILE *fopen(const char *restrict path, const char *restrict mode) {
    struct opening opening;
    if (!__braid_read_mode(mode, &opening))
        return 0;
    int descriptor = open_path(path, opening);
    return descriptor < 0 ? 0 : open_descriptor(descriptor, opening);
}

API FILE *fopen64(const char *restrict path, const char *restrict mode) {
    return fopen(path, mode);
}

API FILE *fdopen(int descriptor, const char *mode) {
    struct opening opening;
    if (descriptor < 0) {
        errno = E_BADF;
        return 0;
    }
    return __braid_read_mode(mode, &opening) ? open_descriptor(descriptor, opening) : 0;
}

API FILE *fopencookie(void *restrict cookie, const char *restrict mode, struct file_functions functions) {
    struct opening opening;
    return __braid_read_mode(mode, &opening) ? __braid_new_stream(functions, cookie, opening) : 0;
}

static void need_buffer(struct file *file) {
    if (!file->buffer)
        file->buffer = __braid_alloc(file->size + PUSHED_BACK, 16, 0);
}

/* Writes past the buffer. */
static size_t write_through(FILE *stream, const char *bytes, size_t n) {
    struct file *file = stream->file;
    size_t done = 0;
    while (done < n) {
        ptrdiff_t now = file->functions.write ? file->functions.write(file->cookie, bytes + done, n - done) : (ptrdiff_t)(n - done);
        if (now <= 0) {
            stream->flags |= STREAM_FAILED;
            break;
        }
        done += (size_t)now;
    }
    return done;
}

static size_t pending_bytes(const FILE *stream) {
    return (size_t)(stream->write_at - stream->write_base);
}

/* Writes what is in the buffer; true if all of it arrived. */
static int flush_pending(FILE *stream) {
    size_t n = pending_bytes(stream);
    stream->write_at = stream->write_end = stream->write_base;
    return n == 0 || write_through(stream, stream->write_base, n) == n;
}

API void __braid_file_settle(FILE *stream) {
    int64_t back = -(int64_t)(stream->read_end - stream->read_at);
    int before = errno;
    if (back && stream->file->functions.seek)
        stream->file->functions.seek(stream->file->cookie, &back, FROM_HERE);
    errno = before;
    stream->read_at = stream->read_end = stream->read_base;
}

/* Prepares for writing, if that is possible. */
static int begin_writing(FILE *stream) {
    struct file *file = stream->file;
    if (stream->flags & STREAM_NO_WRITES) {
        stream->flags |= STREAM_FAILED;
        errno = E_BADF;
        return 0;
    }
    if (stream->flags & STREAM_WRITING)
        return 1;
    __braid_file_settle(stream);
    need_buffer(file);
    stream->write_base = stream->write_at = stream->write_end = file->buffer;
    return 1;
}

static void into_buffer(FILE *stream, const char *bytes, size_t n) {
    memcpy(stream->write_at, bytes, n);
    stream->write_at += n;
}

/* The length of the lines in `bytes` that are complete. */
static size_t complete_lines(const char *bytes, size_t n) {
    while (n > 0 && bytes[n - 1] != '\n')
        n--;
    return n;
}

/* How many of `n` bytes go into the buffer at once; `*flush` is set if it is then to be emptied. The first bytes after reading or moving
 * find no room yet. */
static size_t first_part(FILE *stream, const char *bytes, size_t n, int *flush) {
    size_t room = stream->flags & STREAM_WRITING ? stream->file->size - pending_bytes(stream) : 0;
    *flush = n > room;
    if (stream->file->mode == LINE && n <= room) {
        size_t lines = complete_lines(bytes, n);
        *flush = lines > 0;
        return lines ? lines : n;
    }
    return smaller(n, room);
}

/* What is left after a flush; complete lines leave at once where lines do. */
static int put_rest(FILE *stream, const char *bytes, size_t n) {
    size_t lines = stream->file->mode == LINE ? complete_lines(bytes, n) : 0;
    into_buffer(stream, bytes, lines);
    if (lines > 0 && !flush_pending(stream))
        return 0;
    into_buffer(stream, bytes + lines, n - lines);
    return 1;
}

static size_t put_buffered(FILE *stream, const char *bytes, size_t n) {
    size_t size = stream->file->size;
    int flush;
    size_t first = first_part(stream, bytes, n, &flush);
    stream->flags |= STREAM_WRITING;
    into_buffer(stream, bytes, first);
    if (!flush)
        return n;
    if (!flush_pending(stream))
        return 0;
    size_t rest = n - first, blocks = rest - (size >= 128 ? rest % size : 0);
    if (write_through(stream, bytes + first, blocks) < blocks)
        return first;
    return put_rest(stream, bytes + first + blocks, rest - blocks) ? n : first + blocks;
}

API size_t __braid_file_put(FILE *stream, const void *bytes, size_t n) {
    if (n == 0 || !begin_writing(stream))
        return 0;
    if (stream->file->mode != NONE)
        return put_buffered(stream, bytes, n);
    stream->flags |= STREAM_WRITING;
    return write_through(stream, bytes, n);
}

static int flush_one(FILE *stream) {
    if (stream->flags & STREAM_WRITING)
        return flush_pending(stream) ? 0 : END_OF_FILE;
    __braid_file_settle(stream);
    return 0;
}

API int __braid_file_flush(FILE *stream) {
    int result = 0;
    if (stream)
        return flush_one(stream);
    for (FILE *s = streams; s; s = s->next)
        if (s->flags & STREAM_WRITING)
            result |= flush_one(s);
    return result;
}

static void forget(FILE *stream) {
    FILE **at = &streams;
    while (*at && *at != stream)
        at = &(*at)->next;
    if (*at)
        *at = stream->next;
}

/* Empties the stream and closes what it stands for. Says whether its memory was allocated. */
static int detach(FILE *stream, int *result) {
    struct file *file = stream->file;
    int allocated = file->allocated;
    *result = flush_one(stream);
    if (file->functions.close && file->functions.close(file->cookie) != 0)
        *result = END_OF_FILE;
    forget(stream);
    if (file->buffer)
        __braid_free(file->buffer);
    __braid_free(file);
    return allocated;
}

API int __braid_file_close(FILE *stream) {
    int result;
    if (detach(stream, &result))
        __braid_free(stream);
    else
        *stream = (FILE){.descriptor = -1, .flags = STREAM_NO_READS | STREAM_NO_WRITES};
    return result;
}

API int fcloseall(void) {
    int result = __braid_file_flush(0);
    while (streams)
        result |= __braid_file_close(streams);
    return result;
}

API int __braid_file_buffer(FILE *stream, int mode, size_t size) {
    struct file *file = stream->file;
    file->mode = mode;
    if (size > 0 && !file->buffer)
        file->size = size;
    return 0;
}

/* The stream stands for another file from now on. Its descriptor is closed first and, as the lowest free one, usually the new one, too. */
API FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
    struct opening opening;
    int ignored, allocated;
    if (!path)
        __braid_unsupported("freopen without a path");
    if (!stream->file)
        fflush(stream);
    __braid_file_of(stream);
    allocated = detach(stream, &ignored);
    *stream = (FILE){.descriptor = -1, .flags = STREAM_NO_READS | STREAM_NO_WRITES};
    int descriptor = __braid_read_mode(mode, &opening) ? open_path(path, opening) : -1;
    if (descriptor < 0) {
        if (allocated)
            __braid_free(stream);
        return 0;
    }
    set_up(stream, of_descriptor, stream, opening);
    stream->descriptor = descriptor;
    stream->file->allocated = allocated;
    return stream;
}

API FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
    return freopen(path, mode, stream);
}

int mkstemp(char *pattern);

API FILE *tmpfile(void) {
    char path[] = "/tmp/tmpfXXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0)
        return 0;
    unlink(path);
    return fdopen(descriptor, "w+");
}

API FILE *tmpfile64(void) {
    return tmpfile();
}
