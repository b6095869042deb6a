/* Output streams: stdout and stderr. Input, files and positions are not here.
 *
 * What is in a buffer when the program ends without exit never arrives. The engine keeps the buffer, because its filling
 * may be symbolic: a stream here only tells what it is given and when it is flushed. It has the size and the leading fields of
 * glibc's, all buffers empty, so that the macros of its headers (putc_unlocked) find no room and call __overflow. */
#include "runtime.h"

/* Bytes of glibc's FILE, and where it has the descriptor. */
#if UINTPTR_MAX == UINT64_MAX
enum { FILE_SIZE = 216, DESCRIPTOR_AT = 112 };
#else
enum { FILE_SIZE = 148, DESCRIPTOR_AT = 56 };
#endif

typedef struct stream {
    int flags;
    char *buffers[13];
    int descriptor;
    char rest[FILE_SIZE - DESCRIPTOR_AT - sizeof(int)];
} FILE;

_Static_assert(sizeof(FILE) == FILE_SIZE && offsetof(FILE, descriptor) == DESCRIPTOR_AT, "the layout of glibc's FILE");

API FILE _IO_2_1_stdin_ = {.descriptor = 0};
API FILE _IO_2_1_stdout_ = {.descriptor = 1};
API FILE _IO_2_1_stderr_ = {.descriptor = 2};
API FILE *stdin = &_IO_2_1_stdin_;
API FILE *stdout = &_IO_2_1_stdout_;
API FILE *stderr = &_IO_2_1_stderr_;

API size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
    __braid_put(stream->descriptor, bytes, size * count);
    return size ? count : 0;
}

API int fputs(const char *restrict s, FILE *restrict stream) {
    __braid_put(stream->descriptor, s, strlen(s));
    return 1;
}

API int fputc(int c, FILE *stream) {
    unsigned char byte = (unsigned char)c;
    __braid_put_byte(stream->descriptor, &byte);
    return byte;
}

API int puts(const char *s) {
    size_t length = strlen(s);
    __braid_put(stdout->descriptor, s, length);
    fputc('\n', stdout);
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
    if (!stream || stream->descriptor == 1)
        __braid_flush(1);
    return 0;
}

API int fflush_unlocked(FILE *stream) {
    return fflush(stream);
}

/* What is written to a closed stream goes nowhere. */
API int fclose(FILE *stream) {
    fflush(stream);
    stream->descriptor = -1;
    return 0;
}

API int ferror(FILE *stream) {
    return 0;
}

API int fileno(FILE *stream) {
    return stream->descriptor;
}

enum { FULL, LINE, NONE, BUFFER_SIZE = 8192 };

API int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
    if (mode < FULL || mode > NONE)
        return -1;
    __braid_buffer(stream->descriptor, mode, buffer != 0, size);
    return 0;
}

API void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) {
    setvbuf(stream, buffer, buffer ? FULL : NONE, size);
}

API void setbuf(FILE *restrict stream, char *restrict buffer) {
    setbuffer(stream, buffer, BUFFER_SIZE);
}

API void setlinebuf(FILE *stream) {
    setvbuf(stream, 0, LINE, 0);
}
