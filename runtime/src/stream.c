/* The streams that a program starts with, and what is written to streams. Reading, files and positions are in the other module
 * (filestream.c and its neighbours).
 *
 * What is in a buffer when the program ends without exit never arrives. */
#include "stream.h"

API FILE _IO_2_1_stdin_ = {.descriptor = 0};
API FILE _IO_2_1_stdout_ = {.descriptor = 1};
API FILE _IO_2_1_stderr_ = {.descriptor = 2};
API FILE *stdin = &_IO_2_1_stdin_;
API FILE *stdout = &_IO_2_1_stdout_;
API FILE *stderr = &_IO_2_1_stderr_;

/* The buffers of the engine lead to the program's output and nowhere else. */
static void check_owned(const FILE *stream) {
    if (stream->kind == OF_NOBODY)
        __braid_unsupported("a write to a standard stream whose descriptor was closed or replaced");
}

void __braid_lose_stream(int descriptor) {
    FILE *stream = descriptor == 1 ? &_IO_2_1_stdout_ : &_IO_2_1_stderr_;
    if (__braid_holds(descriptor))
        __braid_unsupported("standard output is closed or replaced while its stream holds what was written");
    if (stream->kind != OF_ENGINE || stream->descriptor != descriptor)
        return;
    /* A stream that has a file is being closed with it. */
    if (__braid_file_begin && !stream->is_set && !stream->file)
        __braid_file_begin(stream);
    else
        stream->kind = OF_NOBODY;
}

void __braid_own_streams(void) {
    if (!__braid_file_begin)
        return;
    __braid_file_begin(&_IO_2_1_stdout_);
    __braid_file_begin(&_IO_2_1_stderr_);
}

API size_t __braid_stream_put(FILE *stream, const void *bytes, size_t n) {
    if (stream->kind == OF_FILE)
        return __braid_file_put(stream, bytes, n);
    check_owned(stream);
    __braid_put(stream->descriptor, bytes, n);
    return n;
}

API size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
    size_t all = size * count, put = is_oriented(stream, OF_BYTES) ? __braid_stream_put(stream, bytes, all) : 0;
    if (put == all)
        return size ? count : 0;
    return put / size;
}

API int fputs(const char *restrict s, FILE *restrict stream) {
    size_t length = strlen(s);
    return is_oriented(stream, OF_BYTES) && __braid_stream_put(stream, s, length) == length ? 1 : END_OF_FILE;
}

API int fputc(int c, FILE *stream) {
    unsigned char byte = (unsigned char)c;
    is_oriented(stream, OF_BYTES);
    if (stream->kind == OF_FILE)
        return __braid_file_put(stream, &byte, 1) ? byte : END_OF_FILE;
    check_owned(stream);
    __braid_put_byte(stream->descriptor, &byte);
    return byte;
}

API int puts(const char *s) {
    size_t length = strlen(s);
    if (!is_oriented(stdout, OF_BYTES) || __braid_stream_put(stdout, s, length) < length || fputc('\n', stdout) < 0)
        return END_OF_FILE;
    return (int)length + 1;
}

API int putc(int c, FILE *stream) {
    return fputc(c, stream);
}

API int _IO_putc(int c, FILE *stream) {
    return fputc(c, stream);
}

API int putchar(int c) {
    return fputc(c, stdout);
}

API int __overflow(FILE *stream, int c) {
    return fputc(c, stream);
}

API int fputc_unlocked(int c, FILE *stream) {
    return fputc(c, stream);
}

API int putc_unlocked(int c, FILE *stream) {
    return fputc(c, stream);
}

API int putchar_unlocked(int c) {
    return fputc(c, stdout);
}

API int fputs_unlocked(const char *restrict s, FILE *restrict stream) {
    return fputs(s, stream);
}

API size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
    return fwrite(bytes, size, count, stream);
}

/* Null is all streams; stderr has no buffer. */
API int fflush(FILE *stream) {
    if (!stream || (stream->kind == OF_ENGINE && stream->descriptor == 1))
        __braid_flush(1);
    if (__braid_file_flush && (!stream || stream->kind == OF_FILE || stream->file))
        return __braid_file_flush(stream);
    return 0;
}

API int fflush_unlocked(FILE *stream) {
    return fflush(stream);
}

/* What is written to a closed stream goes nowhere; a standard stream can be closed once more, as in glibc, and says that it cannot. */
API int fclose(FILE *stream) {
    if (stream->kind == OF_FILE || stream->file)
        return __braid_file_close(stream);
    if (stream->descriptor < 0)
        return END_OF_FILE;
    fflush(stream);
    stream->descriptor = -1;
    return 0;
}

API int ferror(FILE *stream) {
    return (stream->flags & STREAM_FAILED) != 0;
}

API int ferror_unlocked(FILE *stream) {
    return ferror(stream);
}

API int fileno(FILE *stream) {
    if (stream->descriptor < 0)
        errno = E_BADF;
    return stream->descriptor;
}

API int fileno_unlocked(FILE *stream) {
    return fileno(stream);
}

API int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
    if (mode < FULL || mode > NONE)
        return -1;
    if (stream->kind == OF_FILE || stream->file)
        return __braid_file_buffer(stream, mode, size);
    stream->is_set = 1;
    __braid_buffer(stream->descriptor, mode, buffer != 0, size);
    return 0;
}

enum { BUFFER_SIZE = 8192 };

API void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) {
    setvbuf(stream, buffer, buffer ? FULL : NONE, size);
}

API void setbuf(FILE *restrict stream, char *restrict buffer) {
    setbuffer(stream, buffer, BUFFER_SIZE);
}

API void setlinebuf(FILE *stream) {
    setvbuf(stream, 0, LINE, 0);
}
