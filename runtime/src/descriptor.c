/* Descriptors and open files: open, close, dup. */
#include "file.h"

static struct open_file open_files[OPEN_FILES] = {
    {.users = 1, .node = INPUT, .flags = O_READ},
    {.users = 1, .node = OUTPUT, .flags = O_WRITE},
    {.users = 1, .node = ERRORS, .flags = O_WRITE},
};
static struct descriptor descriptors[DESCRIPTORS] = {{.open = 1}, {.open = 2}, {.open = 3}};

/* The open file of a descriptor; null, and errno is set, if there is none. */
static struct open_file *opened(int descriptor) {
    if ((unsigned)descriptor < DESCRIPTORS && descriptors[descriptor].open)
        return &open_files[descriptors[descriptor].open - 1];
    errno = E_BADF;
    return 0;
}

/* The same, of a descriptor that is more than a name of a file. */
static struct open_file *usable(int descriptor) {
    struct open_file *file = opened(descriptor);
    if (!file || !(file->flags & O_PATH_ONLY))
        return file;
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
    if (type_of(node) == TYPE_PIPE && node->links && !node->users)
        set_size(node, 0);
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
    if (!path || !*path)
        return fail_with(path ? E_NOENT : E_FAULT);
    if (descriptor == AT_WORKING || *path == '/')
        return (int)working_folder;
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    return type_of(&nodes[file->node]) == TYPE_FOLDER ? (int)file->node : fail_with(E_NOTDIR);
}

/* Finds a path from a folder on; -1, and errno is set, if its folder is not there. */
static int find_from(struct place *place, int folder, const char *path, enum last_link last) {
    int from = folder_of(folder, path);
    if (from < 0)
        return -1;
    *place = find_place((unsigned)from, path, last, 0);
    return place->error ? fail_with(place->error) : 0;
}

/* The same, and it must be a node. */
static struct node *find_node(int folder, const char *path, enum last_link last) {
    struct place place;
    if (find_from(&place, folder, path, last))
        return 0;
    if (!place.node)
        errno = E_NOENT;
    return place.node;
}

/* Whether the names of a folder may be changed; errno is set otherwise. */
static int may_change(unsigned folder) {
    return nodes[folder].mode & 0200 ? 1 : (errno = E_ACCES, 0);
}

/* Whether a name may come to a folder: not to one that has been removed. */
static int may_add(unsigned folder) {
    return nodes[folder].links ? may_change(folder) : (errno = E_NOENT, 0);
}

/* A new regular file with the name that a place has. */
static struct node *create_file(const struct place *place, unsigned mode) {
    if (!may_add(place->folder))
        return 0;
    struct node *node = make_node(TYPE_REGULAR | (mode & ~permission_mask & 07777));
    add_entry(place->folder, place->last, node);
    return node;
}

/* Whether a node may be opened so; the error otherwise. */
static int open_error(const struct node *node, int flags) {
    int access = flags & O_ACCESS, writes = access != O_READ || flags & O_TRUNCATE;
    if (type_of(node) == TYPE_FOLDER && flags & O_CREATE)
        return E_ISDIR;
    if (flags & O_FOLDER && type_of(node) != TYPE_FOLDER)
        return E_NOTDIR;
    if (flags & O_PATH_ONLY)
        return 0;
    if (type_of(node) == TYPE_LINK)
        return E_LOOP;
    if (type_of(node) == TYPE_FOLDER && writes)
        return E_ISDIR;
    if ((access != O_WRITE && !(node->mode & 0400)) || (writes && !(node->mode & 0200)))
        return E_ACCES;
    return 0;
}

/* Finds what is to be opened. A name with a slash behind it cannot be made, whatever it is. */
static int find_to_open(struct place *place, int folder, const char *path, int flags) {
    int is_exclusive = flags & O_CREATE && flags & O_EXCLUSIVE;
    if (find_from(place, folder, path, flags & O_NOFOLLOWING || is_exclusive ? KEEP_LINK : FOLLOW_LINK)) {
        int error = errno;
        int is_name = flags & O_CREATE && !find_from(place, folder, path, NAME_ALONE) && place->is_slashed && (place->entry || !place->node);
        return fail_with(is_name ? E_ISDIR : error);
    }
    int is_named = place->entry || !place->node;
    return flags & O_CREATE && place->is_slashed && is_named ? fail_with(E_ISDIR) : 0;
}

/* What is kept of the flags of open. */
enum { FLAGS_OF_PATHS = O_PATH_ONLY | O_FOLDER | O_NOFOLLOWING | O_CLOSING, KEPT_FLAGS = O_ACCESS | O_APPENDING | O_NONBLOCKING | O_FOLDER | O_NOFOLLOWING | O_PATH_ONLY };

static int fifo_error(const struct node *pipe, int flags);

static int open_at(int folder, const char *path, int flags, unsigned mode) {
    struct place place;
    int is_new = 0;
    if (flags & O_PATH_ONLY)
        flags &= FLAGS_OF_PATHS;
    if (find_to_open(&place, folder, path, flags))
        return -1;
    struct node *node = place.node;
    if (node && flags & O_CREATE && flags & O_EXCLUSIVE)
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
    if (!error && type_of(node) == TYPE_PIPE && !(flags & O_PATH_ONLY))
        error = fifo_error(node, flags);
    if (error)
        return fail_with(error);
    if (flags & O_TRUNCATE && type_of(node) == TYPE_REGULAR)
        set_size(node, 0);
    unsigned open = make_open_file(node, flags & KEPT_FLAGS);
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
