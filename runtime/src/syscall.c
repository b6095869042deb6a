/* System calls of x86-64 by their numbers, for another libc in place of ours: the calls of the file model, which are ours also where that
 * libc has functions of the same names. What is less than 0 is an error. */
#include "file.h"
#include "threads.h"

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, long offset);
int munmap(void *address, size_t size);
char *getcwd(char *buffer, size_t size);
int chdir(const char *path);
int mkdirat(int folder, const char *path, unsigned mode);
int unlinkat(int folder, const char *path, int flags);
int renameat(int folder, const char *path, int to, const char *name);
int linkat(int folder, const char *path, int to, const char *name, int flags);
int symlinkat(const char *target, int folder, const char *name);
ptrdiff_t readlinkat(int folder, const char *path, char *to, size_t size);
int getpid(void);

enum {
    CALL_READ = 0, CALL_WRITE = 1, CALL_OPEN = 2, CALL_CLOSE = 3, CALL_STAT = 4, CALL_FSTAT = 5, CALL_LSTAT = 6, CALL_LSEEK = 8, CALL_MMAP = 9,
    CALL_MUNMAP = 11, CALL_SIGACTION = 13, CALL_SIGPROCMASK = 14, CALL_IOCTL = 16, CALL_PREAD = 17, CALL_PWRITE = 18, CALL_READV = 19,
    CALL_WRITEV = 20, CALL_ACCESS = 21, CALL_PIPE = 22, CALL_DUP = 32, CALL_DUP2 = 33, CALL_NANOSLEEP = 35, CALL_GETPID = 39, CALL_EXIT = 60,
    CALL_FCNTL = 72, CALL_FTRUNCATE = 77, CALL_GETCWD = 79, CALL_CHDIR = 80, CALL_RENAME = 82, CALL_MKDIR = 83, CALL_RMDIR = 84, CALL_LINK = 86,
    CALL_UNLINK = 87, CALL_SYMLINK = 88, CALL_READLINK = 89, CALL_CHMOD = 90, CALL_UMASK = 95, CALL_GETTIMEOFDAY = 96, CALL_GETUID = 102,
    CALL_GETGID = 104, CALL_GETEUID = 107, CALL_GETEGID = 108, CALL_GETPPID = 110, CALL_GETTID = 186, CALL_CLOCK_GETTIME = 228,
    CALL_EXIT_GROUP = 231, CALL_OPENAT = 257, CALL_MKDIRAT = 258, CALL_NEWFSTATAT = 262, CALL_UNLINKAT = 263, CALL_FACCESSAT = 269,
    CALL_PIPE2 = 293, CALL_FUTEX = 202, CALL_STATX = 332, FUTEX_WAIT = 0, FUTEX_WAKE = 1, FUTEX_WAIT_BITS = 9, FUTEX_WAKE_BITS = 10,
    FUTEX_COMMAND = 0x7f,
};

/* What a call of the model returns, as a system call does. */
static long told(long result) {
    return result == -1 ? -errno : result;
}

/* Calls with a path. */
static long call_with_path(long number, long a, long b, long c, long d) {
    const char *path = (const char *)(intptr_t)a, *second = (const char *)(intptr_t)b;
    switch (number) {
    case CALL_OPEN: return told(open_at(AT_WORKING, path, (int)b, (unsigned)c));
    case CALL_OPENAT: return told(open_at((int)a, second, (int)c, (unsigned)d));
    case CALL_STAT: return told(tell_status(find_node(AT_WORKING, path, FOLLOW_LINK), (struct status *)(intptr_t)b));
    case CALL_LSTAT: return told(tell_status(find_node(AT_WORKING, path, KEEP_LINK), (struct status *)(intptr_t)b));
    case CALL_NEWFSTATAT: return told(tell_status(node_at((int)a, second, (int)d), (struct status *)(intptr_t)c));
    case CALL_ACCESS: return told(faccessat(AT_WORKING, path, (int)b, 0));
    case CALL_FACCESSAT: return told(faccessat((int)a, second, (int)c, 0));
    case CALL_CHDIR: return told(chdir(path));
    case CALL_RENAME: return told(renameat(AT_WORKING, path, AT_WORKING, second));
    case CALL_MKDIR: return told(mkdirat(AT_WORKING, path, (unsigned)b));
    case CALL_MKDIRAT: return told(mkdirat((int)a, second, (unsigned)c));
    case CALL_RMDIR: return told(unlinkat(AT_WORKING, path, AT_REMOVE_FOLDER));
    case CALL_LINK: return told(linkat(AT_WORKING, path, AT_WORKING, second, 0));
    case CALL_UNLINK: return told(unlinkat(AT_WORKING, path, KEEP_LINK));
    case CALL_UNLINKAT: return told(unlinkat((int)a, second, (int)c));
    case CALL_SYMLINK: return told(symlinkat(path, AT_WORKING, second));
    case CALL_READLINK: return told(readlinkat(AT_WORKING, path, (char *)(intptr_t)b, (size_t)c));
    case CALL_CHMOD: return told(chmod(path, (unsigned)b));
    default: __braid_unsupported("a system call that the runtime does not know");
    }
}

/* Calls about the process, its memory and its time. */
static long call_of_process(long number, long a, long b, long c, long d, long e, long f) {
    switch (number) {
    case CALL_MMAP: return (long)(intptr_t)mmap((void *)(intptr_t)a, (size_t)b, (int)c, (int)d, (int)e, f);
    case CALL_MUNMAP: return told(munmap((void *)(intptr_t)a, (size_t)b));
    case CALL_SIGACTION:
    case CALL_SIGPROCMASK: return 0;
    case CALL_NANOSLEEP: return told(nanosleep((const struct moment *)(intptr_t)a, (struct moment *)(intptr_t)b));
    case CALL_CLOCK_GETTIME: return told(clock_gettime((int)a, (struct moment *)(intptr_t)b));
    case CALL_GETTIMEOFDAY: return told(gettimeofday((struct moment *)(intptr_t)a, 0));
    case CALL_GETPID:
    case CALL_GETTID: return getpid();
    case CALL_GETPPID: return PARENT;
    case CALL_GETUID:
    case CALL_GETEUID:
    case CALL_GETGID:
    case CALL_GETEGID: return USER;
    case CALL_UMASK: return (long)umask((unsigned)a);
    case CALL_GETCWD: return getcwd((char *)(intptr_t)a, (size_t)b) ? (long)strlen((char *)(intptr_t)a) + 1 : -errno;
    case CALL_EXIT:
    case CALL_EXIT_GROUP: __braid_exit((int)a);
    default: return call_with_path(number, a, b, c, d);
    }
}

API long __braid_syscall(long number, long a, long b, long c, long d, long e, long f) {
    void *bytes = (void *)(intptr_t)b;
    switch (number) {
    case CALL_READ: return told(read((int)a, bytes, (size_t)c));
    case CALL_WRITE: return told(write((int)a, bytes, (size_t)c));
    case CALL_CLOSE: return told(close((int)a));
    case CALL_FSTAT: return told(tell_status(node_of((int)a), bytes));
    case CALL_LSEEK: return told((long)seek_file((int)a, b, (int)c));
    case CALL_IOCTL: return told(ioctl((int)a, (unsigned long)b, (void *)(intptr_t)c));
    case CALL_PREAD: return told(read_from((int)a, bytes, (size_t)c, d));
    case CALL_PWRITE: return told(write_to((int)a, bytes, (size_t)c, d));
    case CALL_READV: return told(readv((int)a, bytes, (int)c));
    case CALL_WRITEV: return told(writev((int)a, bytes, (int)c));
    case CALL_PIPE: return told(pipe((int *)(intptr_t)a));
    case CALL_PIPE2: return told(pipe2((int *)(intptr_t)a, (int)b));
    case CALL_DUP: return told(dup((int)a));
    case CALL_DUP2: return told(dup2((int)a, (int)b));
    case CALL_FCNTL: return told(control_file((int)a, (int)b, c));
    case CALL_FTRUNCATE: return told(ftruncate64((int)a, b));
    default: return call_of_process(number, a, b, c, d, e, f);
    }
}

/* Waits for a word to be woken, or wakes those who wait for it. A time to wait is a span, but for those who wait with bits: a moment. */
static long call_futex(const unsigned *word, int command, unsigned value, const struct moment *time) {
    struct moment until;
    if (command == FUTEX_WAKE || command == FUTEX_WAKE_BITS)
        return __braid_wake ? (long)__braid_wake(word, value) : 0;
    if (command != FUTEX_WAIT && command != FUTEX_WAIT_BITS)
        __braid_unsupported("a futex that does more than wait and wake");
    if (*word != value)
        return fail_with(E_AGAIN);
    if (!__braid_block)
        __braid_wait_for_ever();
    if (time && command == FUTEX_WAIT) {
        clock_gettime(0, &until);
        until.seconds += time->seconds;
        until.nanoseconds += time->nanoseconds;
        time = &until;
    }
    return __braid_block(word, time) ? fail_with(E_TIMEDOUT) : 0;
}

/* The function of libc, as far as Rust's library needs it. What newer calls tell can be had by older ones, which callers turn to where there are no newer
 * ones. */
API long syscall(long number, ...) {
    va_list list;
    if (number == CALL_STATX)
        return fail_with(E_NOSYS);
    if (number == CALL_GETTID)
        return getpid();
    if (number != CALL_FUTEX)
        __braid_unsupported("a system call by its number");
    va_start(list, number);
    const unsigned *word = va_arg(list, const unsigned *);
    int command = va_arg(list, int) & FUTEX_COMMAND;
    unsigned value = va_arg(list, unsigned);
    const struct moment *time = command == FUTEX_WAIT || command == FUTEX_WAIT_BITS ? va_arg(list, const struct moment *) : 0;
    va_end(list);
    return call_futex(word, command, value, time);
}
