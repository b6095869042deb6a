/* Descriptors and open files: open, close, read, write, lseek, dup, fcntl. */
#include "file.h"

static struct open_file open_files[OPEN_FILES] = {
    {.users = 1, .node = INPUT, .flags = O_READ},
    {.users = 1, .node = OUTPUT, .flags = O_WRITE},
    {.users = 1, .node = ERRORS, .flags = O_WRITE},
};
static struct descriptor descriptors[DESCRIPTORS] = {{.open = 1}, {.open = 2}, {.open = 3}};

/* Which call is to fail, from 1 on, of those that may, in the order in which the engine gives them. */
enum failing { FAIL_READ, FAIL_WRITE, FAIL_CLOSE, FAIL_TRUNCATE, FAIL_GETCWD, FAILING };
static unsigned failing_call[FAILING], calls[FAILING], failures_left;

/* Whether this call is the one that fails. Nothing is counted unless some may. */
static int fails(enum failing call) {
    if (!failures_left)
        return 0;
    calls[call]++;
    if (calls[call] != failing_call[call])
        return 0;
    failures_left--;
    return 1;
}

/* What the engine gives before the program starts: rows of an address and a number, as `crates/env/src/world.rs` has them. */
struct given {
    uint64_t address, size;
};

static void give_file(struct node *node, const struct given *given) {
    set_size(node, given->size);
    memcpy(node->bytes, (void *)(uintptr_t)given->address, (size_t)given->size);
}

void __braid_begin_files(const struct given *given) {
    if (given->size) {
        nodes[INPUT].mode = TYPE_REGULAR | 0644;
        nodes[INPUT].device = NO_DEVICE;
        give_file(&nodes[INPUT], given);
    }
    failures_left = (unsigned)given[1].size;
    given += 2;
    for (unsigned call = 0; call < FAILING; call++, given++)
        if (given->address)
            memcpy(&failing_call[call], (void *)(uintptr_t)given->address, sizeof failing_call[call]);
    for (char name[2] = "A"; given->size; given++, name[0]++) {
        struct node *node = make_node(TYPE_REGULAR | 0644);
        add_entry(HERE, (struct component){name, 1, 1}, node);
        give_file(node, given);
    }
}

/* The open file of a descriptor; null, and errno is set, if there is none. */
static struct open_file *opened(int descriptor) {
    if ((unsigned)descriptor < DESCRIPTORS && descriptors[descriptor].open)
        return &open_files[descriptors[descriptor].open - 1];
    errno = E_BADF;
    return 0;
}

/* 1 or 2 if what is written to the descriptor is the program's standard output or error, else 0. */
API int __braid_output_of(int descriptor) {
    struct open_file *file = (unsigned)descriptor < DESCRIPTORS ? opened(descriptor) : 0;
    return file ? (int)nodes[file->node].output : 0;
}

static unsigned make_open_file(struct node *node, int flags) {
    for (unsigned at = 0; at < OPEN_FILES; at++)
        if (!open_files[at].users) {
            open_files[at].node = number_of(node);
            open_files[at].flags = flags;
            node->users++;
            return at;
        }
    __braid_unsupported("more open files than the file model has room for");
}

/* The lowest free descriptor from `least` on becomes one of an open file. */
static int add_descriptor(unsigned open, unsigned least, unsigned closes) {
    for (unsigned at = least; at < DESCRIPTORS; at++)
        if (!descriptors[at].open) {
            descriptors[at] = (struct descriptor){open + 1, closes};
            open_files[open].users++;
            return (int)at;
        }
    __braid_unsupported("more descriptors than the file model has room for");
}

static void drop_descriptor(int descriptor) {
    struct open_file *file = opened(descriptor);
    struct node *node = &nodes[file->node];
    if (node->output && (descriptor == 1 || descriptor == 2))
        __braid_lose_stream(descriptor);
    descriptors[descriptor] = (struct descriptor){0, 0};
    if (--file->users)
        return;
    *file = (struct open_file){0};
    node->users--;
    release_node(node);
}

API int close(int descriptor) {
    if (!opened(descriptor))
        return -1;
    if (fails(FAIL_CLOSE))
        return fail_with(E_IO);
    drop_descriptor(descriptor);
    return 0;
}

/* The folder that relative paths of the `at` functions begin in; -1 if it is none. */
static int folder_of(int descriptor, const char *path) {
    if (descriptor == AT_WORKING || *path == '/')
        return (int)working_folder;
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    return type_of(&nodes[file->node]) == TYPE_FOLDER ? (int)file->node : fail_with(E_NOTDIR);
}

/* Finds a path from a folder on; -1, and errno is set, if its folder is not there. */
static int find_from(struct place *place, int folder, const char *path, int follow) {
    int from = folder_of(folder, path);
    if (from < 0)
        return -1;
    *place = find_place((unsigned)from, path, follow, 0);
    return place->error ? fail_with(place->error) : 0;
}

/* The same, and it must be a node. */
static struct node *find_node(int folder, const char *path, int follow) {
    struct place place;
    if (find_from(&place, folder, path, follow))
        return 0;
    if (!place.node)
        errno = E_NOENT;
    return place.node;
}

/* A new regular file with the name that a place has. */
static struct node *create_file(const struct place *place, unsigned mode) {
    if (place->is_slashed) {
        errno = E_ISDIR;
        return 0;
    }
    if (!(nodes[place->folder].mode & 0200)) {
        errno = E_ACCES;
        return 0;
    }
    struct node *node = make_node(TYPE_REGULAR | (mode & ~permission_mask & 07777));
    add_entry(place->folder, place->last, node);
    return node;
}

/* Whether a node may be opened so; the error otherwise. */
static int open_error(const struct node *node, int flags) {
    int access = flags & O_ACCESS;
    if (type_of(node) == TYPE_LINK)
        return E_LOOP;
    if (flags & O_FOLDER && type_of(node) != TYPE_FOLDER)
        return E_NOTDIR;
    if (type_of(node) == TYPE_FOLDER && (access != O_READ || flags & O_CREATE))
        return E_ISDIR;
    if ((access != O_WRITE && !(node->mode & 0400)) || (access != O_READ && !(node->mode & 0200)))
        return E_ACCES;
    return 0;
}

static int open_at(int folder, const char *path, int flags, unsigned mode) {
    struct place place;
    int is_exclusive = (flags & O_CREATE) && (flags & O_EXCLUSIVE), is_new = 0;
    if (find_from(&place, folder, path, !(flags & O_NOFOLLOWING) && !is_exclusive))
        return -1;
    struct node *node = place.node;
    if (node && is_exclusive)
        return fail_with(E_EXIST);
    if (!node) {
        if (!(flags & O_CREATE))
            return fail_with(E_NOENT);
        node = create_file(&place, mode);
        if (!node)
            return -1;
        is_new = 1;
    }
    int error = is_new ? 0 : open_error(node, flags);
    if (error)
        return fail_with(error);
    if (flags & O_TRUNCATE && type_of(node) == TYPE_REGULAR)
        set_size(node, 0);
    unsigned open = make_open_file(node, flags & (O_ACCESS | O_APPENDING | O_NONBLOCKING));
    return add_descriptor(open, 0, (flags & O_CLOSING) != 0);
}

/* The mode that follows the flags if a file may be made. */
#define MODE_BEHIND(flags)                         \
    unsigned mode = 0;                             \
    if ((flags)&O_CREATE) {                        \
        va_list list;                              \
        va_start(list, flags);                     \
        mode = va_arg(list, unsigned);             \
        va_end(list);                              \
    }

API int open(const char *path, int flags, ...) {
    MODE_BEHIND(flags)
    return open_at(AT_WORKING, path, flags, mode);
}

API int open64(const char *path, int flags, ...) {
    MODE_BEHIND(flags)
    return open_at(AT_WORKING, path, flags, mode);
}

API int openat(int folder, const char *path, int flags, ...) {
    MODE_BEHIND(flags)
    return open_at(folder, path, flags, mode);
}

API int openat64(int folder, const char *path, int flags, ...) {
    MODE_BEHIND(flags)
    return open_at(folder, path, flags, mode);
}

API int __open_2(const char *path, int flags) {
    return open_at(AT_WORKING, path, flags, 0);
}

API int __open64_2(const char *path, int flags) {
    return open_at(AT_WORKING, path, flags, 0);
}

API int __openat_2(int folder, const char *path, int flags) {
    return open_at(folder, path, flags, 0);
}

API int creat(const char *path, unsigned mode) {
    return open_at(AT_WORKING, path, O_CREATE | O_WRITE | O_TRUNCATE, mode);
}

API int creat64(const char *path, unsigned mode) {
    return creat(path, mode);
}

static ptrdiff_t read_pipe(struct open_file *file, struct node *node, void *to, size_t n);
static ptrdiff_t write_pipe(struct open_file *file, struct node *node, const void *from, size_t n);

/* Reads from a node at an offset, which is moved. */
static ptrdiff_t read_node(struct open_file *file, void *to, size_t n, uint64_t *offset) {
    struct node *node = &nodes[file->node];
    if ((file->flags & O_ACCESS) == O_WRITE || node->output)
        return fail_with(E_BADF);
    if (type_of(node) == TYPE_FOLDER)
        return fail_with(E_ISDIR);
    if (type_of(node) == TYPE_PIPE)
        return read_pipe(file, node, to, n);
    if (node->device == DEVICE_ZERO)
        memset(to, 0, n);
    if (type_of(node) == TYPE_DEVICE)
        return node->device == DEVICE_ZERO ? (ptrdiff_t)n : 0;
    size_t count = read_contents(node, to, n, *offset);
    *offset += count;
    return (ptrdiff_t)count;
}

/* Writes to a node at an offset, which is moved. */
static ptrdiff_t write_node(struct open_file *file, const void *from, size_t n, uint64_t *offset) {
    struct node *node = &nodes[file->node];
    if ((file->flags & O_ACCESS) == O_READ)
        return fail_with(E_BADF);
    if (node->output) {
        __braid_write((int)node->output, from, n);
        return (ptrdiff_t)n;
    }
    if (type_of(node) == TYPE_PIPE)
        return write_pipe(file, node, from, n);
    if (type_of(node) == TYPE_DEVICE) {
        __braid_readable(from, n);
        return (ptrdiff_t)n;
    }
    if (file->flags & O_APPENDING)
        *offset = node->size;
    write_contents(node, from, n, *offset);
    *offset += n;
    return (ptrdiff_t)n;
}

API ptrdiff_t read(int descriptor, void *to, size_t n) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    if (fails(FAIL_READ))
        return fail_with(E_IO);
    return read_node(file, to, n, &file->offset);
}

API ptrdiff_t write(int descriptor, const void *from, size_t n) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    if (fails(FAIL_WRITE))
        return fail_with(E_IO);
    return write_node(file, from, n, &file->offset);
}

API ptrdiff_t __read_chk(int descriptor, void *to, size_t n, size_t size) {
    if (n > size)
        __chk_fail();
    return read(descriptor, to, n);
}

/* Whether a node has positions: what stands behind pipes and the program's output has none. */
static int is_seekable(const struct node *node) {
    return type_of(node) != TYPE_PIPE;
}

static ptrdiff_t read_from(int descriptor, void *to, size_t n, int64_t offset) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    if (!is_seekable(&nodes[file->node]))
        return fail_with(E_SPIPE);
    if (offset < 0)
        return fail_with(E_INVAL);
    uint64_t at = (uint64_t)offset;
    return read_node(file, to, n, &at);
}

/* Linux appends whatever the offset is if O_APPEND is set. */
static ptrdiff_t write_to(int descriptor, const void *from, size_t n, int64_t offset) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    if (!is_seekable(&nodes[file->node]))
        return fail_with(E_SPIPE);
    if (offset < 0)
        return fail_with(E_INVAL);
    uint64_t at = (uint64_t)offset;
    return write_node(file, from, n, &at);
}

API ptrdiff_t pread(int descriptor, void *to, size_t n, long offset) {
    return read_from(descriptor, to, n, offset);
}

API ptrdiff_t pread64(int descriptor, void *to, size_t n, int64_t offset) {
    return read_from(descriptor, to, n, offset);
}

API ptrdiff_t pwrite(int descriptor, const void *from, size_t n, long offset) {
    return write_to(descriptor, from, n, offset);
}

API ptrdiff_t pwrite64(int descriptor, const void *from, size_t n, int64_t offset) {
    return write_to(descriptor, from, n, offset);
}

/* From one file into another, at offsets that are moved; without them at those of the open files. */
API ptrdiff_t copy_file_range(int from, int64_t *from_at, int to, int64_t *to_at, size_t n, unsigned flags) {
    struct open_file *source = opened(from), *target = opened(to);
    if (!source || !target)
        return -1;
    struct node *node = &nodes[source->node];
    if (type_of(node) == TYPE_FOLDER || type_of(&nodes[target->node]) == TYPE_FOLDER)
        return fail_with(E_ISDIR);
    if (type_of(node) != TYPE_REGULAR || type_of(&nodes[target->node]) != TYPE_REGULAR || flags)
        return fail_with(E_INVAL);
    if ((source->flags & O_ACCESS) == O_WRITE || (target->flags & O_ACCESS) == O_READ || target->flags & O_APPENDING)
        return fail_with(E_BADF);
    uint64_t at = from_at ? (uint64_t)*from_at : source->offset, put = to_at ? (uint64_t)*to_at : target->offset;
    uint64_t left = at < node->size ? node->size - at : 0, count = n < left ? n : left;
    if (source->node == target->node && at < put + count && put < at + count)
        return fail_with(E_INVAL);
    if (node->room)
        write_contents(&nodes[target->node], node->bytes + (at < node->size ? at : 0), (size_t)count, put);
    *(from_at ? from_at : (int64_t *)&source->offset) = (int64_t)(at + count);
    *(to_at ? to_at : (int64_t *)&target->offset) = (int64_t)(put + count);
    return (ptrdiff_t)count;
}

struct piece {
    void *bytes;
    size_t size;
};

API ptrdiff_t readv(int descriptor, const struct piece *pieces, int count) {
    ptrdiff_t all = 0;
    for (int i = 0; i < count; i++) {
        ptrdiff_t some = read(descriptor, pieces[i].bytes, pieces[i].size);
        if (some < 0)
            return all ? all : -1;
        all += some;
        if ((size_t)some < pieces[i].size)
            break;
    }
    return all;
}

API ptrdiff_t writev(int descriptor, const struct piece *pieces, int count) {
    ptrdiff_t all = 0;
    for (int i = 0; i < count; i++) {
        ptrdiff_t some = write(descriptor, pieces[i].bytes, pieces[i].size);
        if (some < 0)
            return all ? all : -1;
        all += some;
    }
    return all;
}

enum { FROM_START, FROM_HERE, FROM_END, TO_DATA, TO_HOLE };

/* Holes are data here, but for the one behind the end. */
static int64_t seek_file(int descriptor, int64_t offset, int whence) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    struct node *node = &nodes[file->node];
    if (!is_seekable(node))
        return fail_with(E_SPIPE);
    if (type_of(node) == TYPE_DEVICE)
        return 0;
    if (whence == TO_DATA || whence == TO_HOLE) {
        if (offset < 0 || (uint64_t)offset >= node->size)
            return fail_with(E_NXIO);
        offset = whence == TO_DATA ? offset : (int64_t)node->size;
    } else if (whence == FROM_HERE) {
        offset += (int64_t)file->offset;
    } else if (whence == FROM_END) {
        offset += (int64_t)node->size;
    } else if (whence != FROM_START) {
        return fail_with(E_INVAL);
    }
    if (offset < 0)
        return fail_with(E_INVAL);
    file->offset = (uint64_t)offset;
    return offset;
}

API long lseek(int descriptor, long offset, int whence) {
    int64_t at = seek_file(descriptor, offset, whence);
    return at > LONG_MAX ? fail_with(E_OVERFLOW) : (long)at;
}

API int64_t lseek64(int descriptor, int64_t offset, int whence) {
    return seek_file(descriptor, offset, whence);
}

static int duplicate_descriptor(int descriptor, int least, unsigned closes) {
    if (!opened(descriptor))
        return -1;
    if (least < 0 || least >= 1024)
        return fail_with(E_INVAL);
    return add_descriptor(descriptors[descriptor].open - 1, (unsigned)least, closes);
}

API int dup(int descriptor) {
    return duplicate_descriptor(descriptor, 0, 0);
}

static int replace_descriptor(int from, int to, unsigned closes) {
    if (!opened(from))
        return -1;
    if (to < 0 || to >= 1024)
        return fail_with(E_BADF);
    if (to >= DESCRIPTORS)
        __braid_unsupported("more descriptors than the file model has room for");
    if (descriptors[to].open)
        drop_descriptor(to);
    descriptors[to] = (struct descriptor){descriptors[from].open, closes};
    open_files[descriptors[from].open - 1].users++;
    return to;
}

API int dup2(int from, int to) {
    if (from == to)
        return opened(from) ? to : -1;
    return replace_descriptor(from, to, 0);
}

API int dup3(int from, int to, int flags) {
    if (from == to || flags & ~O_CLOSING)
        return fail_with(E_INVAL);
    return replace_descriptor(from, to, (flags & O_CLOSING) != 0);
}

enum {
    F_DUPLICATE = 0, F_GET_CLOSES = 1, F_SET_CLOSES = 2, F_GET_FLAGS = 3, F_SET_FLAGS = 4, F_GET_LOCK = 5, F_SET_LOCK = 6, F_WAIT_LOCK = 7,
    F_DUPLICATE_CLOSING = 1030, LARGE_FILE = 0100000,
};

static int control_file(int descriptor, int command, long argument) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    switch (command) {
    case F_DUPLICATE:
        return duplicate_descriptor(descriptor, (int)argument, 0);
    case F_DUPLICATE_CLOSING:
        return duplicate_descriptor(descriptor, (int)argument, 1);
    case F_GET_CLOSES:
        return (int)descriptors[descriptor].closes;
    case F_SET_CLOSES:
        descriptors[descriptor].closes = argument & 1;
        return 0;
    case F_GET_FLAGS:
        return file->flags | (nodes[file->node].output || file->node == INPUT ? 0 : LARGE_FILE);
    case F_SET_FLAGS:
        file->flags = (file->flags & O_ACCESS) | ((int)argument & (O_APPENDING | O_NONBLOCKING));
        return 0;
    case F_SET_LOCK:
    case F_WAIT_LOCK:
        return 0;
    default:
        return fail_with(E_INVAL);
    }
}

API int fcntl(int descriptor, int command, ...) {
    va_list list;
    va_start(list, command);
    long argument = command == F_GET_CLOSES || command == F_GET_FLAGS ? 0 : va_arg(list, long);
    va_end(list);
    return control_file(descriptor, command, argument);
}

API int fcntl64(int descriptor, int command, ...) {
    va_list list;
    va_start(list, command);
    long argument = command == F_GET_CLOSES || command == F_GET_FLAGS ? 0 : va_arg(list, long);
    va_end(list);
    return control_file(descriptor, command, argument);
}

/* Nothing is a terminal. */
API int isatty(int descriptor) {
    if (opened(descriptor))
        errno = E_NOTTY;
    return 0;
}

API char *ttyname(int descriptor) {
    isatty(descriptor);
    return 0;
}

enum { IO_READABLE = 0x541b, IO_NONBLOCKING = 0x5421 };

API int ioctl(int descriptor, unsigned long request, ...) {
    va_list list;
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    struct node *node = &nodes[file->node];
    va_start(list, request);
    int *argument = va_arg(list, int *);
    va_end(list);
    if (request == IO_READABLE && !node->output && type_of(node) != TYPE_DEVICE) {
        *argument = (int)(node->size - file->offset);
        return 0;
    }
    if (request == IO_NONBLOCKING) {
        file->flags = *argument ? file->flags | O_NONBLOCKING : file->flags & ~O_NONBLOCKING;
        return 0;
    }
    return fail_with(E_NOTTY);
}

static int truncate_node(struct node *node, int64_t size) {
    if (size < 0)
        return fail_with(E_INVAL);
    if (type_of(node) != TYPE_REGULAR)
        return fail_with(E_INVAL);
    set_size(node, (uint64_t)size);
    return 0;
}

API int ftruncate64(int descriptor, int64_t size) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    if (fails(FAIL_TRUNCATE))
        return fail_with(E_IO);
    if ((file->flags & O_ACCESS) == O_READ)
        return fail_with(E_INVAL);
    return truncate_node(&nodes[file->node], size);
}

API int ftruncate(int descriptor, long size) {
    return ftruncate64(descriptor, size);
}

API int truncate64(const char *path, int64_t size) {
    struct node *node = find_node(AT_WORKING, path, 1);
    if (!node)
        return -1;
    if (type_of(node) == TYPE_FOLDER)
        return fail_with(E_ISDIR);
    return node->mode & 0200 ? truncate_node(node, size) : fail_with(E_ACCES);
}

API int truncate(const char *path, long size) {
    return truncate64(path, size);
}

API int fsync(int descriptor) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    return type_of(&nodes[file->node]) == TYPE_REGULAR || type_of(&nodes[file->node]) == TYPE_FOLDER ? 0 : fail_with(E_INVAL);
}

API int fdatasync(int descriptor) {
    return fsync(descriptor);
}

API void sync(void) {
}

API int flock(int descriptor, int operation) {
    return opened(descriptor) ? 0 : -1;
}

/* Advice changes nothing; what it is refused for is the caller's mistake. */
API int posix_fadvise(int descriptor, long offset, long length, int advice) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return E_BADF;
    return type_of(&nodes[file->node]) == TYPE_PIPE ? E_SPIPE : 0;
}

API int posix_fadvise64(int descriptor, int64_t offset, int64_t length, int advice) {
    return posix_fadvise(descriptor, 0, 0, advice);
}
