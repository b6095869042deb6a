/* Folders as lists: readdir_r, scandir and its orders. */
#include "runtime.h"

typedef struct folder_stream DIR;

enum { MOST_NAME = 256 };

/* Entries as glibc has them, with long offsets and, on machines of 32 bits, with short ones. */
struct long_entry {
    uint64_t number;
    int64_t position;
    uint16_t size;
    unsigned char type;
    char name[MOST_NAME];
};

struct short_entry {
    unsigned long number;
    long position;
    uint16_t size;
    unsigned char type;
    char name[MOST_NAME];
};

DIR *opendir(const char *path);
DIR *fdopendir(int descriptor);
int closedir(DIR *stream);
int openat(int folder, const char *path, int flags, ...);
int close(int descriptor);
struct long_entry *readdir64(DIR *stream);
struct short_entry *readdir(DIR *stream);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
int strcoll(const char *a, const char *b);
int strverscmp(const char *a, const char *b);

enum { FOLDER_TO_READ = 0200000 | 02000000 };

static DIR *open_folder_at(int folder, const char *path) {
    int descriptor = openat(folder, path, FOLDER_TO_READ);
    DIR *stream = descriptor < 0 ? 0 : fdopendir(descriptor);
    if (descriptor >= 0 && !stream)
        close(descriptor);
    return stream;
}

/* The functions for entries of a kind. What is chosen is copied; its order is told afterwards. */
#define FOLDER_LIST(entry, read, suffix)                                                                              \
    API int readdir##suffix##_r(DIR *restrict stream, struct entry *restrict to, struct entry **restrict result) {    \
        int before = errno, error = 0;                                                                                \
        errno = 0;                                                                                                    \
        struct entry *next = read(stream);                                                                            \
        if (next)                                                                                                     \
            memcpy(to, next, next->size);                                                                             \
        else                                                                                                          \
            error = errno;                                                                                            \
        errno = before;                                                                                               \
        *result = next ? to : 0;                                                                                      \
        return error;                                                                                                 \
    }                                                                                                                 \
                                                                                                                      \
    API int alphasort##suffix(const struct entry **a, const struct entry **b) {                                       \
        return strcoll((*a)->name, (*b)->name);                                                                       \
    }                                                                                                                 \
                                                                                                                      \
    API int versionsort##suffix(const struct entry **a, const struct entry **b) {                                     \
        return strverscmp((*a)->name, (*b)->name);                                                                    \
    }                                                                                                                 \
                                                                                                                      \
    static int list_entries##suffix(DIR *stream, struct entry ***list, int (*wanted)(const struct entry *),                   \
                            int (*compare)(const struct entry **, const struct entry **)) {                           \
        struct entry **all = 0, *next;                                                                                \
        size_t count = 0, room = 0;                                                                                   \
        int before = errno;                                                                                           \
        while ((next = read(stream))) {                                                                               \
            if (wanted && !wanted(next))                                                                              \
                continue;                                                                                             \
            if (count == room) {                                                                                      \
                room = room ? 2 * room : 8;                                                                           \
                all = realloc(all, room * sizeof *all);                                                               \
            }                                                                                                         \
            struct entry *copy = malloc(next->size);                                                                  \
            if (!all || !copy)                                                                                        \
                return -1;                                                                                            \
            all[count++] = memcpy(copy, next, next->size);                                                            \
        }                                                                                                             \
        closedir(stream);                                                                                             \
        if (compare && count)                                                                                         \
            qsort(all, count, sizeof *all, (int (*)(const void *, const void *))compare);                             \
        errno = before;                                                                                               \
        *list = all;                                                                                                  \
        return (int)count;                                                                                            \
    }                                                                                                                 \
                                                                                                                      \
    API int scandir##suffix(const char *path, struct entry ***list, int (*wanted)(const struct entry *),              \
                            int (*compare)(const struct entry **, const struct entry **)) {                           \
        DIR *stream = opendir(path);                                                                                  \
        return stream ? list_entries##suffix(stream, list, wanted, compare) : -1;                                             \
    }                                                                                                                 \
                                                                                                                      \
    API int scandirat##suffix(int folder, const char *path, struct entry ***list, int (*wanted)(const struct entry *), \
                              int (*compare)(const struct entry **, const struct entry **)) {                         \
        DIR *stream = open_folder_at(folder, path);                                                                   \
        return stream ? list_entries##suffix(stream, list, wanted, compare) : -1;                                             \
    }

FOLDER_LIST(short_entry, readdir, )
FOLDER_LIST(long_entry, readdir64, 64)
