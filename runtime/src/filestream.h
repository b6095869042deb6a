/* Streams on files: shared by the files of the module. */
#ifndef BRAID_FILESTREAM_H
#define BRAID_FILESTREAM_H

#include "stream.h"

/* How a stream reaches what it stands for: the functions of fopencookie. A descriptor and a piece of memory are such, too. */
struct file_functions {
    ptrdiff_t (*read)(void *cookie, char *to, size_t n);
    ptrdiff_t (*write)(void *cookie, const char *from, size_t n);
    /* `*at` is the offset, and then the new position. */
    int (*seek)(void *cookie, int64_t *at, int whence);
    int (*close)(void *cookie);
};

struct file {
    struct file_functions functions;
    void *cookie;
    /* The buffer, with room for pushed back characters in front of what is read; null before it is needed. */
    char *buffer;
    size_t size;
    /* Of setvbuf. */
    int mode;
    int appending;
    /* Whether the stream itself was allocated. */
    int allocated;
};

enum { PUSHED_BACK = 16, FILE_BUFFER = 4096 };
enum { FROM_START, FROM_HERE, FROM_END };

/* The modes of fopen. */
struct opening {
    int flags;
    int readable, writable;
};

/* Returns 0 for a mode that is none. */
int __braid_read_mode(const char *mode, struct opening *opening);
FILE *__braid_new_stream(struct file_functions functions, void *cookie, struct opening opening);

/* What the stream has as a file; for standard input made here. */
struct file *__braid_file_of(FILE *stream);

/* Brings more to read; false at the end or after an error. */
int __braid_file_fill(FILE *stream);

/* Forgets what was read ahead: the file's position is the stream's again. */
void __braid_file_settle(FILE *stream);

/* The next character, or END_OF_FILE. */
INLINE int next_character(FILE *stream) {
    if (stream->read_at == stream->read_end && !__braid_file_fill(stream))
        return END_OF_FILE;
    return *stream->read_at++;
}

int fflush(FILE *stream);
int getc(FILE *stream);
int ungetc(int c, FILE *stream);

/* The system, as far as streams need it. */
ptrdiff_t read(int descriptor, void *to, size_t n);
int64_t lseek64(int descriptor, int64_t offset, int whence);
int close(int descriptor);
int open(const char *path, int flags, ...);
int unlink(const char *path);

#endif
