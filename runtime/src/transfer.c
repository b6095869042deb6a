/* Bytes from and to open files: read, write, their relatives with an offset or several pieces, and where the next ones are. */
#include "file.h"

static ptrdiff_t read_pipe(struct open_file *file, struct node *node, void *to, size_t n);
static ptrdiff_t write_pipe(struct open_file *file, struct node *node, const void *from, size_t n);

/* A terminal gives at most one line at a time. Where the line ends is a number, not a case for each place. */
static ptrdiff_t read_line(const struct node *node, void *to, size_t n, uint64_t *offset) {
    uint64_t count = 0;
    unsigned inside = 1;
    for (uint64_t at = 0; at < node->room; at++) {
        uint64_t from = *offset + at;
        inside &= (unsigned)(from < node->size);
        count += inside;
        if (from < node->room)
            inside &= (unsigned)(node->bytes[from] != '\n');
        if (!braid_is_symbolic(inside) && !inside)
            break;
    }
    size_t done = read_contents(node, to, smaller(n, (size_t)count), *offset);
    *offset += done;
    return (ptrdiff_t)done;
}

/* Reads from a node at an offset, which is moved. */
static ptrdiff_t read_node(struct open_file *file, void *to, size_t n, uint64_t *offset) {
    struct node *node = &nodes[file->node];
    if (!can_read(file) || node->output)
        return fail_with(E_BADF);
    if (type_of(node) == TYPE_FOLDER)
        return fail_with(E_ISDIR);
    if (!to && n)
        return fail_with(E_FAULT);
    if (type_of(node) == TYPE_PIPE)
        return read_pipe(file, node, to, n);
    if (is_terminal(node))
        return read_line(node, to, n, offset);
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
    if (!can_write(file))
        return fail_with(E_BADF);
    if (!from && n)
        return fail_with(E_FAULT);
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
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    ptrdiff_t allowed = allowed_bytes(FAIL_READ, n);
    return allowed < 0 ? -1 : read_node(file, to, (size_t)allowed, &file->offset);
}

API ptrdiff_t write(int descriptor, const void *from, size_t n) {
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    ptrdiff_t allowed = allowed_bytes(FAIL_WRITE, n);
    return allowed < 0 ? -1 : write_node(file, from, (size_t)allowed, &file->offset);
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
    if (offset < 0)
        return fail_with(E_INVAL);
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    if (!is_seekable(&nodes[file->node]))
        return fail_with(E_SPIPE);
    uint64_t at = (uint64_t)offset;
    return read_node(file, to, n, &at);
}

/* Linux appends whatever the offset is if O_APPEND is set. */
static ptrdiff_t write_to(int descriptor, const void *from, size_t n, int64_t offset) {
    if (offset < 0)
        return fail_with(E_INVAL);
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    if (!is_seekable(&nodes[file->node]))
        return fail_with(E_SPIPE);
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
    struct open_file *source = usable(from), *target = usable(to);
    if (!source || !target)
        return -1;
    struct node *node = &nodes[source->node];
    if (type_of(node) == TYPE_FOLDER || type_of(&nodes[target->node]) == TYPE_FOLDER)
        return fail_with(E_ISDIR);
    if (type_of(node) != TYPE_REGULAR || type_of(&nodes[target->node]) != TYPE_REGULAR || flags)
        return fail_with(E_INVAL);
    if (!can_read(source) || !can_write(target) || target->flags & O_APPENDING)
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
    struct open_file *file = usable(descriptor);
    ptrdiff_t all = 0;
    if (!file)
        return -1;
    for (int i = 0; i < count; i++) {
        ptrdiff_t some = read_node(file, pieces[i].bytes, pieces[i].size, &file->offset);
        if (some < 0)
            return all ? all : -1;
        all += some;
        if ((size_t)some < pieces[i].size)
            break;
    }
    return all;
}

API ptrdiff_t writev(int descriptor, const struct piece *pieces, int count) {
    struct open_file *file = usable(descriptor);
    ptrdiff_t all = 0;
    if (!file)
        return -1;
    for (int i = 0; i < count; i++) {
        ptrdiff_t some = write_node(file, pieces[i].bytes, pieces[i].size, &file->offset);
        if (some < 0)
            return all ? all : -1;
        all += some;
    }
    return all;
}

enum { FROM_START, FROM_HERE, FROM_END, TO_DATA, TO_HOLE };

/* Holes are data here, but for the one behind the end. */
static int64_t seek_file(int descriptor, int64_t offset, int whence) {
    struct open_file *file = usable(descriptor);
    if (!file)
        return -1;
    struct node *node = &nodes[file->node];
    if (whence < FROM_START || whence > TO_HOLE)
        return fail_with(E_INVAL);
    if (!is_seekable(node))
        return fail_with(E_SPIPE);
    if (type_of(node) == TYPE_DEVICE)
        return 0;
    if (type_of(node) == TYPE_FOLDER && whence > FROM_HERE)
        __braid_unsupported("seeking to the end of a folder, which is wherever its volume says");
    if (whence == TO_DATA || whence == TO_HOLE) {
        if (offset < 0 || (uint64_t)offset >= node->size)
            return fail_with(E_NXIO);
        offset = whence == TO_DATA ? offset : (int64_t)node->size;
    } else if (whence == FROM_HERE) {
        offset += (int64_t)file->offset;
    } else if (whence == FROM_END) {
        offset += (int64_t)node->size;
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
