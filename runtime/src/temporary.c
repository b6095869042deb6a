/* Names and files for a while: mkstemp and its kin. Names come from a counter, so that a run can be repeated. */
#include "filestream.h"

enum { TEMPORARY_FLAGS = 0302, TEMPORARY_BITS = 0600, TEMPORARY_TRIES = 1000, MARKS = 6 };

/* Replaces the marks (XXXXXX) before a suffix; false if there are none. */
static char *marks_of(char *pattern, int suffix) {
    size_t n = strlen(pattern);
    if (suffix < 0 || n < MARKS + (size_t)suffix || strncmp(pattern + n - (size_t)suffix - MARKS, "XXXXXX", MARKS) != 0) {
        errno = E_INVAL;
        return 0;
    }
    return pattern + n - (size_t)suffix - MARKS;
}

static void write_marks(char *marks) {
    static unsigned counter;
    unsigned n = counter++;
    for (int i = MARKS; i > 0; i--, n /= 26)
        marks[i - 1] = (char)('a' + n % 26);
}

API int mkostemps(char *pattern, int suffix, int flags) {
    char *marks = marks_of(pattern, suffix);
    for (int i = 0; marks && i < TEMPORARY_TRIES; i++) {
        write_marks(marks);
        int descriptor = open(pattern, TEMPORARY_FLAGS | flags, TEMPORARY_BITS);
        if (descriptor >= 0 || errno != E_EXIST)
            return descriptor;
    }
    return -1;
}

API int mkstemps(char *pattern, int suffix) {
    return mkostemps(pattern, suffix, 0);
}

API int mkostemp(char *pattern, int flags) {
    return mkostemps(pattern, 0, flags);
}

API int mkstemp(char *pattern) {
    return mkostemps(pattern, 0, 0);
}

API int mkstemp64(char *pattern) {
    return mkostemps(pattern, 0, 0);
}

int mkdir(const char *path, unsigned mode);
int access(const char *path, int mode);

enum { FOLDER_BITS = 0700 };

API char *mkdtemp(char *pattern) {
    char *marks = marks_of(pattern, 0);
    for (int i = 0; marks && i < TEMPORARY_TRIES; i++) {
        write_marks(marks);
        if (mkdir(pattern, FOLDER_BITS) == 0)
            return pattern;
        if (errno != E_EXIST)
            return 0;
    }
    return 0;
}

/* A name that nothing has; empty if there is none. */
API char *mktemp(char *pattern) {
    char *marks = marks_of(pattern, 0);
    for (int i = 0; marks && i < TEMPORARY_TRIES; i++) {
        write_marks(marks);
        if (access(pattern, 0) != 0)
            return pattern;
    }
    *pattern = 0;
    return pattern;
}
