/* A stream as both modules of the runtime know it. It has the size and the leading fields of glibc's, because macros of its headers
 * and of gnulib look at them: what is read lies between read_at and read_end; what is to be written between write_base and
 * write_at. write_end never leaves room, so that putc_unlocked calls __overflow.
 *
 * stdout and stderr begin as streams of the engine, which keeps their buffers, because the filling may be symbolic.
 * Streams on files keep their own and are in the module that only those programs get which open or read one. */
#ifndef BRAID_STREAM_H
#define BRAID_STREAM_H

#include "runtime.h"

/* Bytes of glibc's FILE, and where it has the descriptor. */
#if UINTPTR_MAX == UINT64_MAX
enum { FILE_SIZE = 216, DESCRIPTOR_AT = 112 };
#else
enum { FILE_SIZE = 148, DESCRIPTOR_AT = 56 };
#endif

/* Bits of the flags, glibc's. */
enum {
    STREAM_NO_READS = 0x4,
    STREAM_NO_WRITES = 0x8,
    STREAM_AT_END = 0x10,
    STREAM_FAILED = 0x20,
    STREAM_WRITING = 0x800
};

enum stream_kind {
    OF_ENGINE,
    OF_FILE,
    /* Its descriptor was closed or given to another file; nobody knows where its output goes. */
    OF_NOBODY
};

struct file;

typedef struct stream {
    int flags;
    unsigned char *read_at, *read_end, *read_base;
    char *write_base, *write_at, *write_end;
    char *unused[5];
    /* What a stream on a file has besides. */
    struct file *file;
    struct stream *next;
    int descriptor;
    int kind;
    int is_set; /* whether setvbuf has said something about the engine's buffer */
    int orientation;
    int holds_wide; /* whether what it stands for takes wide characters as they are, and no bytes */
    char rest[FILE_SIZE - DESCRIPTOR_AT - 5 * sizeof(int)];
} FILE;

_Static_assert(sizeof(FILE) == FILE_SIZE && offsetof(FILE, descriptor) == DESCRIPTOR_AT, "the layout of glibc's FILE");

extern FILE *stdin, *stdout, *stderr;

/* What a stream is used for: nothing so far, bytes or wide characters. The first use decides, and glibc refuses the other one. */
enum { OF_BYTES = -1, UNDECIDED = 0, OF_WIDE = 1 };

/* True if the stream is, or now becomes, one of that kind. */
INLINE int is_oriented(FILE *stream, int wanted) {
    stream->orientation = stream->orientation ? stream->orientation : wanted;
    return stream->orientation == wanted;
}

/* Modes of setvbuf. */
enum { FULL, LINE, NONE };

/* Writes `n` bytes to a stream of any kind; returns how many arrived. */
size_t __braid_stream_put(FILE *stream, const void *bytes, size_t n);

/* The same on files: null where the program has none. Null for a stream means all. */
#define MAYBE __attribute__((weak))
MAYBE size_t __braid_file_put(FILE *stream, const void *bytes, size_t n);
MAYBE int __braid_file_flush(FILE *stream);
MAYBE int __braid_file_close(FILE *stream);
MAYBE int __braid_file_buffer(FILE *stream, int mode, size_t size);
/* A stream of the engine becomes one on its descriptor. There must be nothing in its buffer. */
MAYBE void __braid_file_begin(FILE *stream);

/* Prints by the function that writes to descriptors: only programs that have files have it. */
typedef ptrdiff_t write_function(int descriptor, const void *bytes, size_t size);
int __braid_print_by(write_function *put, int descriptor, const char *format, va_list list);

#endif
