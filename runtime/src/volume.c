/* What is told about the volume that files lie on: one for all, of a fixed size and half full. Native runs have the same. */
#include "runtime.h"

enum { VOLUME_TYPE = 0xEF53, VOLUME_BLOCKS = 1 << 20, VOLUME_FILES = 1 << 16, BLOCK = 4096, LONGEST_NAME = 255, VOLUME_MARKS = 0x20 };

struct status;
int stat(const char *restrict path, struct status *restrict status);
int fstat(int descriptor, struct status *status);

/* Room for what is told about a file, of which nothing is used. */
struct told {
    uint64_t words[18];
};

#if UINTPTR_MAX == UINT64_MAX
struct volume {
    long type, block_size;
    uint64_t blocks, free, available, files, free_files;
    int number[2];
    long longest_name, fragment, flags, rest[4];
};
_Static_assert(sizeof(struct volume) == 120, "the layout of struct statfs");

struct file_system {
    unsigned long block_size, fragment;
    uint64_t blocks, free, available, files, free_files, available_files;
    unsigned long number, flags, longest_name;
    int rest[6];
};
_Static_assert(sizeof(struct file_system) == 112, "the layout of struct statvfs");

static int tell_volume(int failed, struct volume *volume) {
    if (failed)
        return -1;
    *volume = (struct volume){.type = VOLUME_TYPE, .block_size = BLOCK, .blocks = VOLUME_BLOCKS, .free = VOLUME_BLOCKS / 2, .available = VOLUME_BLOCKS / 2,
                              .files = VOLUME_FILES, .free_files = VOLUME_FILES / 2, .longest_name = LONGEST_NAME, .fragment = BLOCK, .flags = VOLUME_MARKS};
    return 0;
}

static int tell_file_system(int failed, struct file_system *volume) {
    if (failed)
        return -1;
    *volume = (struct file_system){.block_size = BLOCK, .fragment = BLOCK, .blocks = VOLUME_BLOCKS, .free = VOLUME_BLOCKS / 2, .available = VOLUME_BLOCKS / 2,
                                   .files = VOLUME_FILES, .free_files = VOLUME_FILES / 2, .available_files = VOLUME_FILES / 2, .longest_name = LONGEST_NAME};
    return 0;
}

/* Whether a file is not there. */
static int look_at(const char *path) {
    struct told about;
    return stat(path, (struct status *)&about);
}

static int look_into(int descriptor) {
    struct told about;
    return fstat(descriptor, (struct status *)&about);
}

API int statfs(const char *path, struct volume *volume) {
    return tell_volume(look_at(path), volume);
}

API int fstatfs(int descriptor, struct volume *volume) {
    return tell_volume(look_into(descriptor), volume);
}

API int statvfs(const char *path, struct file_system *volume) {
    return tell_file_system(look_at(path), volume);
}

API int fstatvfs(int descriptor, struct file_system *volume) {
    return tell_file_system(look_into(descriptor), volume);
}

API int statfs64(const char *path, struct volume *volume) {
    return statfs(path, volume);
}

API int fstatfs64(int descriptor, struct volume *volume) {
    return fstatfs(descriptor, volume);
}

API int statvfs64(const char *path, struct file_system *volume) {
    return statvfs(path, volume);
}

API int fstatvfs64(int descriptor, struct file_system *volume) {
    return fstatvfs(descriptor, volume);
}
#endif

/* Nobody watches files: who finds that it cannot be had looks again and again. */
API int inotify_init1(int flags) {
    errno = E_NOSYS;
    return -1;
}

API int inotify_init(void) {
    errno = E_NOSYS;
    return -1;
}

API int inotify_add_watch(int descriptor, const char *path, uint32_t what) {
    errno = E_NOSYS;
    return -1;
}

API int inotify_rm_watch(int descriptor, int watch) {
    errno = E_NOSYS;
    return -1;
}
