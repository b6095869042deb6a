/* What else Linux and BSD have of descriptors: room that is set aside, pieces at an offset, files without a name, ranges of descriptors, locks. */
#include "file.h"

enum { KEEP_SIZE = 1, PUNCH_HOLE = 2 };

/* The file of a descriptor that room can be set aside in; the error otherwise. */
static int find_room(int descriptor, int64_t offset, int64_t length, struct node **node) {
    struct open_file *file = usable(descriptor);
    if (!file)
        return E_BADF;
    *node = &nodes[file->node];
    if (offset < 0 || length <= 0)
        return E_INVAL;
    if (!can_write(file))
        return E_BADF;
    if (type_of(*node) == TYPE_PIPE)
        return E_SPIPE;
    if (type_of(*node) != TYPE_REGULAR)
        return E_NODEV;
    return offset > INT64_MAX - length ? E_FBIG : 0;
}

static int set_room_aside(int descriptor, int mode, int64_t offset, int64_t length) {
    struct node *node;
    int error = find_room(descriptor, offset, length, &node);
    if (error)
        return error;
    if (mode & ~(KEEP_SIZE | PUNCH_HOLE) || mode == PUNCH_HOLE)
        __braid_unsupported("fallocate: another mode than a hole or room");
    uint64_t start = (uint64_t)offset, end = start + (uint64_t)length;
    note_change(node);
    if (mode & PUNCH_HOLE) {
        uint64_t last = end < node->size ? end : node->size;
        if (start < last)
            memset(node->bytes + start, 0, (size_t)(last - start));
    } else if (!(mode & KEEP_SIZE) && end > node->size) {
        set_size(node, end);
    }
    return 0;
}

API int fallocate64(int descriptor, int mode, int64_t offset, int64_t length) {
    int error = set_room_aside(descriptor, mode, offset, length);
    return error ? fail_with(error) : 0;
}

API int fallocate(int descriptor, int mode, long offset, long length) {
    return fallocate64(descriptor, mode, offset, length);
}

API int posix_fallocate64(int descriptor, int64_t offset, int64_t length) {
    return set_room_aside(descriptor, 0, offset, length);
}

API int posix_fallocate(int descriptor, long offset, long length) {
    return set_room_aside(descriptor, 0, offset, length);
}

/* In pieces, from an offset on that stays what it is. */
static ptrdiff_t move_pieces(int descriptor, const struct piece *pieces, int count, int64_t offset, int writes) {
    ptrdiff_t all = 0;
    if (count < 0)
        return fail_with(E_INVAL);
    for (int at = 0; at < count; at++) {
        ptrdiff_t some = writes ? write_to(descriptor, pieces[at].bytes, pieces[at].size, offset + all)
                                : read_from(descriptor, pieces[at].bytes, pieces[at].size, offset + all);
        if (some < 0)
            return all ? all : -1;
        all += some;
        if ((size_t)some < pieces[at].size)
            break;
    }
    return all;
}

API ptrdiff_t preadv(int descriptor, const struct piece *pieces, int count, long offset) {
    return move_pieces(descriptor, pieces, count, offset, 0);
}

API ptrdiff_t preadv64(int descriptor, const struct piece *pieces, int count, int64_t offset) {
    return move_pieces(descriptor, pieces, count, offset, 0);
}

API ptrdiff_t pwritev(int descriptor, const struct piece *pieces, int count, long offset) {
    return move_pieces(descriptor, pieces, count, offset, 1);
}

API ptrdiff_t pwritev64(int descriptor, const struct piece *pieces, int count, int64_t offset) {
    return move_pieces(descriptor, pieces, count, offset, 1);
}

/* From a file into another descriptor, at an offset that is moved; without one at that of the open file. */
static ptrdiff_t send_file(int to, int from, int64_t *offset, size_t n) {
    struct open_file *source = usable(from), *target = usable(to);
    if (!source || !target)
        return -1;
    struct node *node = &nodes[source->node];
    if (!can_read(source) || !can_write(target))
        return fail_with(E_BADF);
    if (type_of(node) != TYPE_REGULAR || target->flags & O_APPENDING || (offset && *offset < 0))
        return fail_with(E_INVAL);
    uint64_t at = offset ? (uint64_t)*offset : source->offset;
    uint64_t left = at < node->size ? node->size - at : 0, count = n < left ? n : left;
    if (count == 0)
        return 0;
    ptrdiff_t done = write_node(target, node->bytes + at, (size_t)count, &target->offset);
    if (done > 0)
        *(offset ? offset : (int64_t *)&source->offset) = (int64_t)(at + (uint64_t)done);
    return done;
}

API ptrdiff_t sendfile64(int to, int from, int64_t *offset, size_t n) {
    return send_file(to, from, offset, n);
}

API ptrdiff_t sendfile(int to, int from, long *offset, size_t n) {
    int64_t at = offset ? *offset : 0;
    ptrdiff_t done = send_file(to, from, offset ? &at : 0, n);
    if (offset)
        *offset = (long)at;
    return done;
}

/* A file that has no name. */
API int memfd_create(const char *name, unsigned flags) {
    enum { CLOSING = 1, SEALING = 2, NAME_MOST = 249 };
    if (flags & ~(unsigned)(CLOSING | SEALING) || strlen(name) > NAME_MOST)
        return fail_with(E_INVAL);
    return add_descriptor(make_open_file(make_node(TYPE_REGULAR | 0777), O_BOTH), 0, flags & CLOSING);
}

API int close_range(unsigned first, unsigned last, int flags) {
    enum { CLOSES_LATER = 4 };
    if (flags & ~CLOSES_LATER || first > last)
        return fail_with(E_INVAL);
    for (unsigned at = first; at <= last && at < DESCRIPTORS; at++) {
        if (!descriptors[at].open)
            continue;
        if (flags & CLOSES_LATER)
            descriptors[at].closes = 1;
        else
            drop_descriptor((int)at);
    }
    return 0;
}

API void closefrom(int first) {
    close_range(first < 0 ? 0 : (unsigned)first, UINT_MAX, 0);
}

/* Nobody else locks anything. */
API int lockf64(int descriptor, int command, int64_t length) {
    enum { UNLOCK, LOCK, TRY, TEST };
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    if (command < UNLOCK || command > TEST)
        return fail_with(E_INVAL);
    return (command == LOCK || command == TRY) && !can_write(file) ? fail_with(E_BADF) : 0;
}

API int lockf(int descriptor, int command, long length) {
    return lockf64(descriptor, command, length);
}

/* All files are in memory. */
API ptrdiff_t readahead(int descriptor, int64_t offset, size_t count) {
    struct open_file *file = usable(descriptor);
    if (!file || !can_read(file))
        return fail_with(E_BADF);
    return type_of(&nodes[file->node]) == TYPE_REGULAR ? 0 : fail_with(E_INVAL);
}

API int sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned flags) {
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    if (offset < 0 || count < 0 || flags & ~7u)
        return fail_with(E_INVAL);
    return type_of(&nodes[file->node]) == TYPE_PIPE ? fail_with(E_SPIPE) : 0;
}

API int syncfs(int descriptor) {
    return usable(descriptor) ? 0 : -1;
}

/* Limits of files; those that depend on the volume are not known. */
enum { OF_NAME = 3, OF_PATH = 4, OF_PIPE = 5, OWNER_RESTRICTED = 6, NO_TRUNCATION = 7, DISABLED_CHARACTER = 8 };

static long limit_of(int name) {
    switch (name) {
    case OF_NAME: return NAME_SIZE - 1;
    case OF_PATH: return PATH_MOST;
    case OF_PIPE: return BLOCK_SIZE;
    case OWNER_RESTRICTED:
    case NO_TRUNCATION: return 1;
    case DISABLED_CHARACTER: return 0;
    default: __braid_unsupported("pathconf of something else than names, paths and pipes");
    }
}

API long fpathconf(int descriptor, int name) {
    return opened(descriptor) ? limit_of(name) : -1;
}

API long pathconf(const char *path, int name) {
    if (!*path)
        return fail_with(E_NOENT);
    return name == OF_NAME && !find_node(AT_WORKING, path, FOLLOW_LINK) ? -1 : limit_of(name);
}

/* Memory is never moved out. */
API int mlock(const void *address, size_t size) {
    return 0;
}

API int munlock(const void *address, size_t size) {
    return 0;
}

API int mlockall(int flags) {
    return 0;
}

API int munlockall(void) {
    return 0;
}

API int posix_madvise(void *address, size_t size, int advice) {
    return 0;
}

/* Another place with the same bytes: always, as Linux may. */
API void *mremap(void *address, size_t size, size_t wanted, int flags, ...) {
    enum { MAY_MOVE = 1 };
    if (flags != MAY_MOVE)
        __braid_unsupported("a mapping that is made larger where it is");
    for (unsigned at = 0; at < NODES; at++)
        if (nodes[at].maps && (unsigned char *)address >= nodes[at].bytes && (unsigned char *)address < nodes[at].bytes + nodes[at].room)
            __braid_unsupported("a shared mapping that is made larger");
    wanted = (wanted + PAGE - 1) / PAGE * PAGE;
    void *other = wanted ? __braid_alloc(wanted, PAGE, 1) : 0;
    if (!other)
        return errno = wanted ? E_NOMEM : E_INVAL, MAP_REFUSED;
    memcpy(other, address, smaller(wanted, (size + PAGE - 1) / PAGE * PAGE));
    munmap(address, size);
    return other;
}
