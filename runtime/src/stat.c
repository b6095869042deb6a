/* What is told about files, and permissions. Times are those of the model's clock: that of writing follows it, the others are its
 * beginning, until the program sets them (file_times.c). */
#include "file.h"

#if UINTPTR_MAX == UINT64_MAX
/* Of x86-64, where `struct stat` and `struct stat64` are one. */
struct status {
    uint64_t device, number, links;
    uint32_t mode, user, group, unused;
    uint64_t special;
    int64_t size, block_size, blocks;
    struct moment read, written, changed;
    int64_t rest[3];
};
typedef struct status status64;
_Static_assert(sizeof(struct status) == 144, "the layout of struct stat");
#else
struct status {
    uint64_t device;
    uint16_t gap;
    uint32_t number, mode, links, user, group;
    uint64_t special __attribute__((packed, aligned(4)));
    uint16_t gap_behind;
    int32_t size, block_size, blocks;
    struct moment read, written, changed;
    uint32_t rest[2];
};
typedef struct {
    uint64_t device __attribute__((packed, aligned(4)));
    uint32_t gap, short_number, mode, links, user, group;
    uint64_t special __attribute__((packed, aligned(4)));
    uint32_t gap_behind;
    int64_t size __attribute__((packed, aligned(4)));
    int32_t block_size;
    int64_t blocks __attribute__((packed, aligned(4)));
    struct moment read, written, changed;
    uint64_t number __attribute__((packed, aligned(4)));
} status64;
_Static_assert(sizeof(struct status) == 88 && sizeof(status64) == 96, "the layout of struct stat");
#endif

enum { CLOCK_START = 1000000000, UNIT = 512 };

/* Names of a folder: itself, the one above, and those below it. */
static unsigned links_of(const struct node *node) {
    unsigned links = node->links;
    if (type_of(node) != TYPE_FOLDER)
        return links;
    links = 2;
    for (struct entry *entry = entries; entry < entries + ENTRIES && entry->folder; entry++)
        links += entry->folder == number_of(node) + 1 && type_of(&nodes[entry->node]) == TYPE_FOLDER;
    return links;
}

/* The number of a device: of the memory devices, and of the first terminal. */
static uint64_t special_of(const struct node *node) {
    if (type_of(node) != TYPE_DEVICE)
        return 0;
    return is_terminal(node) ? 0x8800 : 0x101 + 2 * node->device;
}

#define TELL(node, status)                                                                    \
    do {                                                                                      \
        __builtin_memset(status, 0, sizeof *(status));                                        \
        uint64_t told = type_of(node) == TYPE_PIPE || type_of(node) == TYPE_DEVICE ? 0 : (node)->size; \
        if (type_of(node) == TYPE_FOLDER)                                                     \
            told = BLOCK_SIZE;                                                                \
        (status)->device = 1;                                                                 \
        (status)->number = number_of(node) + 1;                                               \
        (status)->mode = (node)->mode;                                                        \
        (status)->links = type_of(node) == TYPE_PIPE ? 1 : links_of(node);                                \
        (status)->user = (status)->group = USER;                                              \
        (status)->special = special_of(node);                                                 \
        (status)->size = (__typeof__((status)->size))told;                                    \
        (status)->block_size = BLOCK_SIZE;                                                    \
        (status)->blocks = (__typeof__((status)->blocks))((told + BLOCK_SIZE - 1) / BLOCK_SIZE * (BLOCK_SIZE / UNIT)); \
        (status)->changed.seconds = CLOCK_START;                                              \
        (status)->read.seconds = CLOCK_START + (long)(node)->read;                            \
        (status)->read.nanoseconds = (long)(node)->read_part;                                 \
        (status)->written.seconds = CLOCK_START + (long)(node)->written;                      \
        (status)->written.nanoseconds = (long)(node)->written_part;                           \
    } while (0)

static int tell_status(const struct node *node, struct status *status) {
    if (!node)
        return -1;
    TELL(node, status);
    return 0;
}

static int tell_status64(const struct node *node, status64 *status) {
    if (!node)
        return -1;
    TELL(node, status);
    return 0;
}

static struct node *node_of(int descriptor) {
    struct open_file *file = opened(descriptor);
    return file ? &nodes[file->node] : 0;
}

/* The same, of a descriptor that is more than a name. */
static struct node *usable_node(int descriptor) {
    struct open_file *file = usable(descriptor);
    return file ? &nodes[file->node] : 0;
}

static struct node *node_at(int folder, const char *path, int flags) {
    if (flags & AT_EMPTY && path && !*path)
        return folder == AT_WORKING ? &nodes[working_folder] : node_of(folder);
    return find_node(folder, path, flags & AT_NO_FOLLOW ? KEEP_LINK : FOLLOW_LINK);
}

API int stat(const char *restrict path, struct status *restrict status) {
    return tell_status(find_node(AT_WORKING, path, FOLLOW_LINK), status);
}

API int lstat(const char *restrict path, struct status *restrict status) {
    return tell_status(find_node(AT_WORKING, path, KEEP_LINK), status);
}

API int fstat(int descriptor, struct status *status) {
    return tell_status(node_of(descriptor), status);
}

API int fstatat(int folder, const char *restrict path, struct status *restrict status, int flags) {
    return tell_status(node_at(folder, path, flags), status);
}

API int stat64(const char *restrict path, status64 *restrict status) {
    return tell_status64(find_node(AT_WORKING, path, FOLLOW_LINK), status);
}

API int lstat64(const char *restrict path, status64 *restrict status) {
    return tell_status64(find_node(AT_WORKING, path, KEEP_LINK), status);
}

API int fstat64(int descriptor, status64 *status) {
    return tell_status64(node_of(descriptor), status);
}

API int fstatat64(int folder, const char *restrict path, status64 *restrict status, int flags) {
    return tell_status64(node_at(folder, path, flags), status);
}

struct extended_moment {
    int64_t seconds;
    uint32_t nanoseconds;
    int32_t gap;
};

/* `struct statx`, the same on all machines. */
struct extended_status {
    uint32_t mask, block_size;
    uint64_t attributes;
    uint32_t links, user, group;
    uint16_t mode, gap;
    uint64_t number, size, blocks, known_attributes;
    struct extended_moment read, made, changed, written;
    uint32_t special_major, special_minor, device_major, device_minor;
    uint64_t rest[14];
};
_Static_assert(sizeof(struct extended_status) == 256, "the layout of struct statx");

/* All that stat tells; not when a file was made. */
API int statx(int folder, const char *restrict path, int flags, unsigned wanted, struct extended_status *restrict to) {
    enum { RESERVED = 1u << 31, BASIC = 0x7ff };
    status64 found;
    if (wanted & RESERVED)
        return fail_with(E_INVAL);
    if (tell_status64(node_at(folder, path, flags), &found))
        return -1;
    __builtin_memset(to, 0, sizeof *to);
    to->mask = BASIC;
    to->block_size = (uint32_t)found.block_size;
    to->links = (uint32_t)found.links;
    to->user = found.user;
    to->group = found.group;
    to->mode = (uint16_t)found.mode;
    to->number = found.number;
    to->size = (uint64_t)found.size;
    to->blocks = (uint64_t)found.blocks;
    to->read.seconds = found.read.seconds;
    to->changed.seconds = found.changed.seconds;
    to->written.seconds = found.written.seconds;
    to->read.nanoseconds = (uint32_t)found.read.nanoseconds;
    to->written.nanoseconds = (uint32_t)found.written.nanoseconds;
    to->special_major = (uint32_t)(found.special >> 8);
    to->special_minor = (uint32_t)(found.special & 255);
    to->device_minor = (uint32_t)found.device;
    return 0;
}

/* The names that older versions of glibc have for them. */
API int __xstat(int version, const char *path, struct status *status) {
    return stat(path, status);
}

API int __lxstat(int version, const char *path, struct status *status) {
    return lstat(path, status);
}

API int __fxstat(int version, int descriptor, struct status *status) {
    return fstat(descriptor, status);
}

API int __xstat64(int version, const char *path, status64 *status) {
    return stat64(path, status);
}

API int __lxstat64(int version, const char *path, status64 *status) {
    return lstat64(path, status);
}

API int __fxstat64(int version, int descriptor, status64 *status) {
    return fstat64(descriptor, status);
}

/* `wanted` is a sum of 4 (read), 2 (write) and 1 (run). */
API int faccessat(int folder, const char *path, int wanted, int flags) {
    if (wanted & ~7)
        return fail_with(E_INVAL);
    struct node *node = node_at(folder, path, flags);
    if (!node)
        return -1;
    return ((unsigned)wanted & ~(node->mode >> 6 & 7)) ? fail_with(E_ACCES) : 0;
}

API int access(const char *path, int wanted) {
    return faccessat(AT_WORKING, path, wanted, 0);
}

API int euidaccess(const char *path, int wanted) {
    return access(path, wanted);
}

API int eaccess(const char *path, int wanted) {
    return access(path, wanted);
}

API unsigned umask(unsigned mask) {
    unsigned before = permission_mask;
    permission_mask = mask & 0777;
    return before;
}

static int set_permissions(struct node *node, unsigned mode) {
    if (!node)
        return -1;
    if (is_fixed(node))
        return fail_with(E_ROFS);
    node->mode = type_of(node) | (mode & 07777);
    return 0;
}

API int chmod(const char *path, unsigned mode) {
    return set_permissions(find_node(AT_WORKING, path, FOLLOW_LINK), mode);
}

API int fchmod(int descriptor, unsigned mode) {
    return set_permissions(usable_node(descriptor), mode);
}

API int fchmodat(int folder, const char *path, unsigned mode, int flags) {
    struct node *node = node_at(folder, path, flags);
    return node && type_of(node) == TYPE_LINK ? fail_with(E_NOTSUP) : set_permissions(node, mode);
}

/* A link has no permissions of its own. */
API int lchmod(const char *path, unsigned mode) {
    return fchmodat(AT_WORKING, path, mode, AT_NO_FOLLOW);
}

/* Files can be given to their owner only. */
static int set_owner(const struct node *node, unsigned user, unsigned group) {
    if (!node)
        return -1;
    if (is_fixed(node))
        return fail_with(E_ROFS);
    int is_same = (user == USER || user == UINT_MAX) && (group == USER || group == UINT_MAX);
    return is_same ? 0 : fail_with(E_INVAL);
}

API int chown(const char *path, unsigned user, unsigned group) {
    return set_owner(find_node(AT_WORKING, path, FOLLOW_LINK), user, group);
}

API int lchown(const char *path, unsigned user, unsigned group) {
    return set_owner(find_node(AT_WORKING, path, KEEP_LINK), user, group);
}

API int fchown(int descriptor, unsigned user, unsigned group) {
    return set_owner(usable_node(descriptor), user, group);
}

API int fchownat(int folder, const char *path, unsigned user, unsigned group, int flags) {
    return set_owner(node_at(folder, path, flags), user, group);
}
