/* What else can be asked of descriptors: fcntl, ioctl, terminals, sizes, what is on the disk. */
#include "file.h"

enum {
    F_DUPLICATE = 0, F_GET_CLOSES = 1, F_SET_CLOSES = 2, F_GET_FLAGS = 3, F_SET_FLAGS = 4, F_GET_LOCK = 5, F_SET_LOCK = 6, F_WAIT_LOCK = 7,
    F_SET_OWNER = 8, F_GET_OWNER = 9, F_GET_LOCK64 = 12, F_SET_LOCK64 = 13, F_WAIT_LOCK64 = 14, F_GET_OPEN_LOCK = 36, F_SET_OPEN_LOCK = 37,
    F_WAIT_OPEN_LOCK = 38, F_DUPLICATE_CLOSING = 1030, F_SET_PIPE_SIZE = 1031, F_GET_PIPE_SIZE = 1032, LARGE_FILE = 0100000,
    CHANGED_FLAGS = O_APPENDING | O_NONBLOCKING, PIPE_BYTES = 65536,
};

/* `struct flock`; commands from `F_GET_LOCK64` on have one of 64 bits on 32-bit machines. */
struct lock {
    short type, whence;
    long start, length;
};

struct lock64 {
    short type, whence;
    int64_t start __attribute__((packed, aligned(4))), length __attribute__((packed, aligned(4)));
};

enum lock_type { LOCK_READ, LOCK_WRITE, LOCK_NONE };

/* There is one process, and no lock that it has keeps it from another. */
static int lock_file(const struct open_file *file, int asks, short *type, short whence, int64_t start, int64_t length) {
    if (*type < LOCK_READ || *type > LOCK_NONE || (asks && *type == LOCK_NONE) || whence < FROM_START || whence > FROM_END)
        return fail_with(E_INVAL);
    start += whence == FROM_START ? 0 : (int64_t)(whence == FROM_HERE ? file->offset : nodes[file->node].size);
    if (start < 0 || start + (length < 0 ? length : 0) < 0)
        return fail_with(E_INVAL);
    if (!asks && ((*type == LOCK_READ && !can_read(file)) || (*type == LOCK_WRITE && !can_write(file))))
        return fail_with(E_BADF);
    if (asks)
        *type = LOCK_NONE;
    return 0;
}

static int control_lock(int descriptor, int command, void *argument) {
    const struct open_file *file = usable(descriptor);
    struct lock *lock = argument;
    struct lock64 *wide = argument;
    if (!file)
        return -1;
    if (!argument)
        return fail_with(E_FAULT);
    if (command >= F_GET_LOCK64 && UINTPTR_MAX != UINT64_MAX)
        return lock_file(file, command == F_GET_LOCK64 || command == F_GET_OPEN_LOCK, &wide->type, wide->whence, wide->start, wide->length);
    return lock_file(file, command == F_GET_LOCK || command == F_GET_OPEN_LOCK, &lock->type, lock->whence, lock->start, lock->length);
}

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
        return file->flags | (type_of(&nodes[file->node]) == TYPE_PIPE || file->flags & O_PATH_ONLY ? 0 : LARGE_FILE);
    case F_SET_FLAGS:
        if (!usable(descriptor))
            return -1;
        file->flags = (file->flags & ~CHANGED_FLAGS) | ((int)argument & CHANGED_FLAGS);
        return 0;
    case F_GET_LOCK:
    case F_SET_LOCK:
    case F_WAIT_LOCK:
#if UINTPTR_MAX != UINT64_MAX
    case F_GET_LOCK64:
    case F_SET_LOCK64:
    case F_WAIT_LOCK64:
#endif
    case F_GET_OPEN_LOCK:
    case F_SET_OPEN_LOCK:
    case F_WAIT_OPEN_LOCK:
        return control_lock(descriptor, command, (void *)argument);
    case F_SET_OWNER:
    case F_GET_OWNER:
        return 0;
    case F_GET_PIPE_SIZE:
    case F_SET_PIPE_SIZE:
        if (type_of(&nodes[file->node]) != TYPE_PIPE)
            return fail_with(E_BADF);
        if (command == F_SET_PIPE_SIZE && argument > PIPE_BYTES)
            __braid_unsupported("a pipe of another size");
        return PIPE_BYTES;
    default:
        return fail_with(E_INVAL);
    }
}

static int has_argument(int command) {
    return command != F_GET_CLOSES && command != F_GET_FLAGS && command != F_GET_OWNER && command != F_GET_PIPE_SIZE;
}

API int fcntl(int descriptor, int command, ...) {
    va_list list;
    va_start(list, command);
    long argument = has_argument(command) ? va_arg(list, long) : 0;
    va_end(list);
    return control_file(descriptor, command, argument);
}

API int fcntl64(int descriptor, int command, ...) {
    va_list list;
    va_start(list, command);
    long argument = has_argument(command) ? va_arg(list, long) : 0;
    va_end(list);
    return control_file(descriptor, command, argument);
}

/* Nothing is a terminal but standard input, if the user says so. */
API int isatty(int descriptor) {
    struct open_file *file = usable(descriptor);
    if (!file)
        return 0;
    if (is_terminal(&nodes[file->node]))
        return 1;
    errno = E_NOTTY;
    return 0;
}

API char *ttyname(int descriptor) {
    if (isatty(descriptor))
        __braid_unsupported("the name of a terminal");
    return 0;
}

enum { IO_READABLE = 0x541b, IO_NONBLOCKING = 0x5421, IO_WINDOW = 0x5413, ROWS = 24, COLUMNS = 80 };

struct window {
    unsigned short rows, columns, width, height;
};

/* What can be asked of a terminal: how large it is. */
static int control_terminal(unsigned long request, void *argument) {
    if (request != IO_WINDOW)
        __braid_unsupported("an ioctl of a terminal");
    *(struct window *)argument = (struct window){ROWS, COLUMNS, 0, 0};
    return 0;
}

API int ioctl(int descriptor, unsigned long request, ...) {
    va_list list;
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    struct node *node = &nodes[file->node];
    va_start(list, request);
    int *argument = va_arg(list, int *);
    va_end(list);
    if (is_terminal(node) && request != IO_NONBLOCKING)
        return control_terminal(request, argument);
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
    if (type_of(node) != TYPE_REGULAR)
        return fail_with(E_INVAL);
    set_size(node, (uint64_t)size);
    return 0;
}

API int ftruncate64(int descriptor, int64_t size) {
    if (size < 0)
        return fail_with(E_INVAL);
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    if (fails(FAIL_TRUNCATE))
        return fail_with(E_IO);
    if (!can_write(file))
        return fail_with(E_INVAL);
    return truncate_node(&nodes[file->node], size);
}

API int ftruncate(int descriptor, long size) {
    return ftruncate64(descriptor, size);
}

API int truncate64(const char *path, int64_t size) {
    if (size < 0)
        return fail_with(E_INVAL);
    struct node *node = find_node(AT_WORKING, path, FOLLOW_LINK);
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
    struct open_file *file = usable(descriptor);
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
    return usable(descriptor) ? 0 : -1;
}

/* Advice changes nothing; what it is refused for is the caller's mistake. */
API int posix_fadvise(int descriptor, long offset, long length, int advice) {
    struct open_file *file = usable(descriptor);
    if (!file)
        return E_BADF;
    return type_of(&nodes[file->node]) == TYPE_PIPE ? E_SPIPE : 0;
}

API int posix_fadvise64(int descriptor, int64_t offset, int64_t length, int advice) {
    return posix_fadvise(descriptor, 0, 0, advice);
}
