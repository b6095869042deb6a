/* Streams on files and on memory: the same random calls on a stream of the libc and on one of the runtime, each on a file of its own. */
#include "native.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <sys/stat.h>

#undef getc
#undef getc_unlocked
#undef putc_unlocked
RT(fopen); RT(fclose); RT(fdopen); RT(fread); RT(fwrite); RT(fgetc); RT(fgets); RT(ungetc); RT(fseek); RT(ftell); RT(fflush);
RT(feof); RT(ferror); RT(clearerr); RT(getline); RT(getdelim); RT(setvbuf); RT(fputs); RT(fputc); RT(fprintf); RT(rewind);
RT(fmemopen); RT(open_memstream); RT(fopencookie); RT(fileno); RT(freopen); RT(__fpending); RT(__freading); RT(__fwriting); RT(getw); RT(putw);
RT(tmpfile); RT(mkstemp); RT(fseeko); RT(ftello); RT(fgetpos); RT(fsetpos);
extern int *rt___errno_location(void);
void __braid_write(int fd, const void *bytes, size_t n);

/* The machine's descriptors in the place of the runtime's. */
static long answer(long result) {
    if (result < 0)
        *rt___errno_location() = errno;
    return result;
}

ssize_t rt_read(int fd, void *to, size_t n) {
    return answer(read(fd, to, n));
}

ssize_t rt_write(int fd, const void *from, size_t n) {
    if (fd != 1 && fd != 2)
        return answer(write(fd, from, n));
    __braid_write(fd, from, n);
    return (ssize_t)n;
}

int64_t rt_lseek64(int fd, int64_t offset, int whence) {
    return answer(lseek(fd, offset, whence));
}

int rt_close(int fd) {
    return (int)answer(close(fd));
}

int rt_open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    int mode = va_arg(list, int);
    va_end(list);
    return (int)answer(open(path, flags, mode));
}

int rt_unlink(const char *path) {
    return (int)answer(unlink(path));
}

static char folder[] = "/tmp/braid-streams-XXXXXX";
static char paths[2][64];

static void fill_files(size_t n) {
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen(paths[i], "w");
        for (size_t j = 0; j < n; j++)
            fputc("ab\n cd"[j * 7 % 5 + j / 100 % 2], f);
        fclose(f);
    }
}

static long size_of(int i) {
    struct stat s;
    return stat(paths[i], &s) ? -1 : (long)s.st_size;
}

static int same_files(void) {
    static char a[200000], b[200000];
    FILE *f = fopen(paths[0], "r"), *g = fopen(paths[1], "r");
    size_t n = fread(a, 1, sizeof a, f), m = fread(b, 1, sizeof b, g);
    fclose(f), fclose(g);
    return n == m && memcmp(a, b, n) == 0;
}

enum { BIG = 10000 };
static char text[BIG];

/* A length: mostly short, sometimes around the size of a buffer. */
static size_t some_length(void) {
    return below(4) ? below(30) : below(3) ? below(BIG) : 4090 + below(12);
}

/* One call on both streams. */
static void write_something(FILE *f, FILE *g) {
    size_t n = some_length();
    char c = text[n];
    switch (below(5)) {
    case 0: CHECK(fputc(c, f) == rt_fputc(c, g), "fputc"); break;
    case 1:
        text[n] = 0;
        CHECK(fputs(text, f) == rt_fputs(text, g), "fputs");
        text[n] = c;
        break;
    case 2: CHECK(fwrite(text, 1, n, f) == rt_fwrite(text, 1, n, g), "fwrite"); break;
    case 3: CHECK(fwrite(text, 3, n / 3, f) == rt_fwrite(text, 3, n / 3, g), "fwrite"); break;
    case 4: CHECK(fprintf(f, "%zu %s\n", n, "x") == rt_fprintf(g, "%zu %s\n", n, "x"), "fprintf"); break;
    }
}

static void read_something(FILE *f, FILE *g) {
    static char a[BIG + 1], b[BIG + 1];
    size_t n = some_length();
    int c;
    switch (below(6)) {
    case 0: CHECK(fgetc(f) == rt_fgetc(g), "fgetc"); break;
    case 1: CHECK(fread(a, 1, n, f) == rt_fread(b, 1, n, g) && memcmp(a, b, n) == 0, "fread of %zu", n); break;
    case 2: CHECK(fread(a, 3, n / 3, f) == rt_fread(b, 3, n / 3, g) && memcmp(a, b, n) == 0, "fread of %zu", n); break;
    case 3: {
        int most = 1 + (int)below(40);
        char *p = fgets(a, most, f), *q = rt_fgets(b, most, g);
        CHECK(!p == !q && (!p || strcmp(a, b) == 0), "fgets of %d", most);
        break;
    }
    case 4: {
        char *p = 0, *q = 0;
        size_t x = 0, y = 0;
        ssize_t i = getline(&p, &x, f), j = rt_getline(&q, &y, g);
        CHECK(i == j && (i < 0 || strcmp(p, q) == 0), "getline %zd %zd", i, j);
        free(p), free(q);
        break;
    }
    case 5:
        c = fgetc(f);
        CHECK(c == rt_fgetc(g), "fgetc");
        if (c != EOF) {
            c ^= (int)below(2);
            CHECK(ungetc(c, f) == rt_ungetc(c, g) && ftell(f) == rt_ftell(g), "ungetc");
            /* It is taken back at once: glibc forgets it at calls that fail. */
            CHECK(fread(a, 1, 1 + n % 5, f) == rt_fread(b, 1, 1 + n % 5, g) && *a == *b, "after ungetc");
        }
        break;
    }
}

static void move(FILE *f, FILE *g) {
    long offset = (long)below(6000) - (long)below(3) * 1000;
    int whence = (int)below(3);
    CHECK(fseek(f, offset, whence) == rt_fseek(g, offset, whence), "fseek %ld %d", offset, whence);
    CHECK(ftell(f) == rt_ftell(g), "after fseek %ld %d: %ld %ld", offset, whence, ftell(f), rt_ftell(g));
}

static void compare_states(FILE *f, FILE *g, const char *mode) {
    CHECK(ftell(f) == rt_ftell(g), "%s: ftell %ld %ld", mode, ftell(f), rt_ftell(g));
    CHECK(!feof(f) == !rt_feof(g) && !ferror(f) == !rt_ferror(g), "%s: feof %d ferror %d", mode, !!feof(f), !!ferror(f));
}

/* Streams that only read or only write: also what has arrived in the file after each call. */
static void one_way(const char *mode) {
    int buffering = (int)below(4), reads = *mode == 'r';
    fill_files(below(20000));
    FILE *f = fopen(paths[0], mode), *g = rt_fopen(paths[1], mode);
    size_t size = below(2) ? 200 + below(3000) : 4096;
    static char room[8192];
    if (buffering < 3)
        CHECK(setvbuf(f, room, buffering, size) == rt_setvbuf(g, 0, buffering, size), "setvbuf");
    for (int i = 0; i < 30; i++) {
        if (reads)
            read_something(f, g);
        else
            write_something(f, g);
        CHECK(size_of(0) == size_of(1), "%s, buffering %d of %zu: %ld %ld", mode, buffering, size, size_of(0), size_of(1));
        if (below(8) == 0)
            move(f, g);
        if (below(8) == 0)
            CHECK(fflush(f) == rt_fflush(g), "fflush");
        if (below(3) == 0)
            compare_states(f, g, mode);
    }
    CHECK(fclose(f) == rt_fclose(g), "fclose");
    CHECK(same_files(), "%s", mode);
}

/* Between reading and writing there is a move, as C demands. */
static void both_ways(const char *mode) {
    fill_files(below(20000));
    FILE *f = fopen(paths[0], mode), *g = rt_fopen(paths[1], mode);
    for (int i = 0; i < 12; i++) {
        move(f, g);
        for (size_t n = below(5); n > 0; n--)
            read_something(f, g);
        move(f, g);
        for (size_t n = below(5); n > 0; n--)
            write_something(f, g);
        CHECK(fflush(f) == rt_fflush(g), "fflush");
        compare_states(f, g, mode);
    }
    CHECK(fclose(f) == rt_fclose(g), "fclose");
    CHECK(same_files(), "%s", mode);
}

static void on_memory(void) {
    static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+"};
    char a[64], b[64];
    const char *mode = modes[below(6)];
    size_t size = 1 + below(60);
    memset(a, 'x', 64);
    strcpy(a + below(30), "yz");
    memcpy(b, a, 64);
    FILE *f = fmemopen(a, size, mode), *g = rt_fmemopen(b, size, mode);
    for (int i = 0; i < 6; i++) {
        if (mode[1] || *mode != 'r') {
            int n = (int)below(20);
            fprintf(f, "%*d", n, i), rt_fprintf(g, "%*d", n, i);
            CHECK(!fflush(f) == !rt_fflush(g), "%s of %zu", mode, size);
        }
        CHECK(ftell(f) == rt_ftell(g), "%s of %zu: %ld %ld", mode, size, ftell(f), rt_ftell(g));
        if (mode[1]) {
            long to = (long)below(size);
            CHECK(fseek(f, to, SEEK_SET) == rt_fseek(g, to, SEEK_SET), "fseek");
        }
        if (mode[1] || *mode == 'r')
            CHECK(fgetc(f) == rt_fgetc(g), "fgetc, %s of %zu", mode, size);
        if (mode[1])
            rewind(f), rt_rewind(g);
    }
    fclose(f), rt_fclose(g);
    CHECK(memcmp(a, b, 64) == 0, "%s of %zu: '%.*s' '%.*s'", mode, size, (int)size, a, (int)size, b);
}

static void growing(void) {
    char *p = 0, *q = 0;
    size_t x = 0, y = 0;
    FILE *f = open_memstream(&p, &x), *g = rt_open_memstream(&q, &y);
    for (int i = 0; i < 10; i++) {
        int n = (int)below(100);
        CHECK(fprintf(f, "%*d", n, i) == rt_fprintf(g, "%*d", n, i), "fprintf");
        if (below(3) == 0) {
            long to = (long)below(200);
            CHECK(fseek(f, to, SEEK_SET) == rt_fseek(g, to, SEEK_SET), "fseek");
        }
        fflush(f), rt_fflush(g);
        CHECK(x == y && memcmp(p, q, x) == 0, "open_memstream: %zu %zu", x, y);
    }
    fclose(f), rt_fclose(g);
    CHECK(x == y && memcmp(p, q, x + 1) == 0, "open_memstream, closed: %zu %zu", x, y);
    free(p), free(q);
}

static void failures(void) {
    CHECK(rt_fopen("/no/such/file", "r") == 0 && *rt___errno_location() == ENOENT, "fopen");
    CHECK(rt_fopen(paths[1], "?") == 0 && *rt___errno_location() == EINVAL, "mode");
    CHECK(rt_fdopen(-1, "r") == 0 && *rt___errno_location() == EBADF, "fdopen");
    fill_files(10);
    FILE *g = rt_fopen(paths[1], "r");
    CHECK(rt_fputc('x', g) == EOF && rt_ferror(g), "writing to a stream that reads");
    rt_clearerr(g);
    CHECK(!rt_ferror(g) && rt___freading(g) && !rt___fwriting(g), "clearerr");
    CHECK(rt_freopen(paths[0], "w", g) == g && rt_fputs("new", g) >= 0 && rt___fpending(g) == 3, "freopen");
    CHECK(rt_fclose(g) == 0 && size_of(0) == 3, "freopen");
    CHECK(rt_fopen(paths[0], "wx") == 0 && *rt___errno_location() == EEXIST, "x");
    g = rt_tmpfile();
    fpos_t at;
    CHECK(g && rt_putw(77, g) == 0 && rt_fgetpos(g, &at) == 0, "tmpfile");
    rt_rewind(g);
    CHECK(rt_getw(g) == 77 && rt_getw(g) == EOF && rt_fsetpos(g, &at) == 0 && rt_ftello(g) == 4, "tmpfile");
    rt_fclose(g);
}

void test_streams(void) {
    mkdtemp(folder);
    for (int i = 0; i < 2; i++)
        sprintf(paths[i], "%s/%d", folder, i);
    for (size_t i = 0; i < BIG; i++)
        text[i] = "abcdefgh \n"[below(11) % 10];
    static const char *const one[] = {"r", "w", "a"}, *const both[] = {"r+", "w+", "a+"};
    for (int i = 0; i < 300; i++) {
        one_way(one[i % 3]);
        both_ways(both[i % 3]);
        on_memory();
        growing();
    }
    failures();
    unlink(paths[0]), unlink(paths[1]), rmdir(folder);
}
