/* Shared by all files of the runtime, which is one module.
 *
 * How functions are written here: plain loops with one exit test where possible, pointers that move by branches and
 * values that are chosen without branches, no byte read that C forbids. Such code forks little and joins well. */
#ifndef BRAID_RUNTIME_H
#define BRAID_RUNTIME_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "../include/braid/primitives.h"

/* A function or variable that programs may use. Weak: a program's own definition of the same name wins, also against
 * the calls that the runtime itself makes. */
#define API __attribute__((weak))
#define INLINE static inline __attribute__((always_inline))
#define NORETURN __attribute__((noreturn))

/* Values of errno (Linux). */
enum {
    E_PERM = 1, E_NOENT = 2, E_SRCH = 3, E_INTR = 4, E_IO = 5, E_NXIO = 6, E_NOEXEC = 8, E_BADF = 9, E_CHILD = 10, E_AGAIN = 11, E_NOMEM = 12, E_ACCES = 13, E_FAULT = 14, E_BUSY = 16, E_EXIST = 17, E_XDEV = 18,
    E_NODEV = 19, E_NOTDIR = 20, E_ISDIR = 21, E_INVAL = 22, E_NOTTY = 25, E_TXTBSY = 26, E_FBIG = 27, E_SPIPE = 29, E_ROFS = 30, E_PIPE = 32, E_RANGE = 34, E_DEADLK = 35,
    E_NAMETOOLONG = 36, E_NOSYS = 38, E_NOTEMPTY = 39, E_LOOP = 40, E_OVERFLOW = 75, E_ILSEQ = 84, E_NOTSUP = 95, E_TIMEDOUT = 110,
};

/* What functions on characters return at the end, and on wide ones. */
enum { END_OF_FILE = -1 };

int *__errno_location(void);
#define errno (*__errno_location())

/* Done by the engine, for symbolic lengths too. */
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

/* Used by more than one file. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t n);
char *strchr(const char *s, int c);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strerror(int code);
char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t n);
ptrdiff_t write(int descriptor, const void *bytes, size_t size);
NORETURN void exit(int code);
NORETURN void abort(void);
NORETURN void __chk_fail(void);
NORETURN void __assert_fail(const char *condition, const char *file, unsigned line, const char *function);
int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list);

/* What functions of the system return that fail. */
INLINE int fail_with(int code) {
    errno = code;
    return -1;
}

/* Stands in an arm of a branch that must stay a branch: pointers are better told apart by forking than chosen. */
#define STAY_BRANCH __asm__ volatile("")

/* Whether a number of 64 bits is symbolic, also where addresses have fewer. */
INLINE unsigned is_symbolic(uint64_t n) {
#if UINTPTR_MAX == UINT64_MAX
    return braid_is_symbolic(n);
#else
    return braid_is_symbolic((uintptr_t)n) | braid_is_symbolic((uintptr_t)(n >> 32));
#endif
}

/* What comparisons return of the first bytes that differ: glibc's code for i386 gives the sign alone. */
INLINE int order_of(int a, int b) {
#if UINTPTR_MAX == UINT64_MAX
    return a - b;
#else
    return (a > b) - (a < b);
#endif
}

/* Choices without a branch: their arms are cheap, so they become selections. */
INLINE size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* a - b, or 0 if that is negative. */
INLINE size_t excess(size_t a, size_t b) {
    return a > b ? a - b : 0;
}

/* A function with variable arguments is its v-form with the list. */
#define WITH_LIST(call)                                                                                               \
    va_list list;                                                                                                     \
    va_start(list, format);                                                                                           \
    int length = call;                                                                                                \
    va_end(list);                                                                                                     \
    return length

#endif
