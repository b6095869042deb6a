/* Folders: names that are made, moved and taken away, the working folder, and reading a folder. */
#include "file.h"

/* What a last component is that has no row of its own: `.`, `..` or the root. */
static int no_entry(const struct place *place) {
    return place->node && !place->entry;
}

API int mkdirat(int folder, const char *path, unsigned mode) {
    struct place place;
    if (find_from(&place, folder, path, NAME_ALONE))
        return -1;
    if (place.node)
        return fail_with(E_EXIST);
    if (!may_add(place.folder))
        return -1;
    struct node *node = make_node(TYPE_FOLDER | (mode & ~permission_mask & 01777));
    node->device = place.folder;
    add_entry(place.folder, place.last, node);
    return 0;
}

API int mkdir(const char *path, unsigned mode) {
    return mkdirat(AT_WORKING, path, mode);
}

static int remove_folder(int folder, const char *path) {
    struct place place;
    if (find_from(&place, folder, path, NAME_ALONE))
        return -1;
    if (!place.node)
        return fail_with(E_NOENT);
    if (no_entry(&place))
        return fail_with(!place.last.text ? E_BUSY : is_name(place.last, ".", 1, 1) ? E_INVAL : E_NOTEMPTY);
    if (!may_change(place.folder))
        return -1;
    if (type_of(place.node) != TYPE_FOLDER)
        return fail_with(E_NOTDIR);
    if (!is_empty(place.node))
        return fail_with(E_NOTEMPTY);
    remove_entry(place.entry);
    return 0;
}

API int rmdir(const char *path) {
    return remove_folder(AT_WORKING, path);
}

static int remove_file(int folder, const char *path) {
    struct place place;
    if (find_from(&place, folder, path, NAME_ALONE))
        return -1;
    if (!place.node)
        return fail_with(E_NOENT);
    if (no_entry(&place) || (place.is_slashed && type_of(place.node) == TYPE_FOLDER))
        return fail_with(E_ISDIR);
    if (place.is_slashed)
        return fail_with(E_NOTDIR);
    if (!may_change(place.folder))
        return -1;
    if (type_of(place.node) == TYPE_FOLDER)
        return fail_with(E_ISDIR);
    if (type_of(place.node) == TYPE_DEVICE)
        return fail_with(E_BUSY);
    remove_entry(place.entry);
    return 0;
}

API int unlink(const char *path) {
    return remove_file(AT_WORKING, path);
}

API int unlinkat(int folder, const char *path, int flags) {
    return flags & AT_REMOVE_FOLDER ? remove_folder(folder, path) : remove_file(folder, path);
}

API int remove(const char *path) {
    return !unlink(path) ? 0 : errno == E_ISDIR ? rmdir(path) : -1;
}

/* Whether a folder is another one or lies below it. */
static int is_below(unsigned folder, unsigned above) {
    while (folder != above && folder != ROOT)
        folder = nodes[folder].device;
    return folder == above;
}

/* What is wrong with the names alone, in the order in which the kernel looks. */
static int names_error(const struct place *from, const struct place *to, int replaces) {
    if (no_entry(from) || no_entry(to))
        return no_entry(from) || replaces ? E_BUSY : E_EXIST;
    if (!from->node)
        return E_NOENT;
    if (to->node && !replaces)
        return E_EXIST;
    int is_folder = type_of(from->node) == TYPE_FOLDER;
    if (!is_folder && (from->is_slashed || to->is_slashed))
        return E_NOTDIR;
    if (is_folder && is_below(to->folder, number_of(from->node)))
        return E_INVAL;
    int contains = to->node && type_of(to->node) == TYPE_FOLDER && is_below(from->folder, number_of(to->node));
    return contains ? E_NOTEMPTY : 0;
}

/* Why a file cannot take the place of another, as far as their nodes tell; 0 if it can. */
static int rename_error(const struct place *from, const struct place *to) {
    int is_folder = type_of(from->node) == TYPE_FOLDER, replaces_folder = to->node && type_of(to->node) == TYPE_FOLDER;
    if (to->node && is_folder != replaces_folder)
        return is_folder ? E_NOTDIR : E_ISDIR;
    if (is_fixed(from->node) || is_fixed(to->node))
        return E_BUSY;
    return replaces_folder && !is_empty(to->node) ? E_NOTEMPTY : 0;
}

static int rename_place(int from_folder, const char *from_path, int to_folder, const char *to_path, int replaces) {
    struct place from, to;
    if (find_from(&from, from_folder, from_path, NAME_ALONE) || find_from(&to, to_folder, to_path, NAME_ALONE))
        return -1;
    int error = names_error(&from, &to, replaces);
    if (error)
        return fail_with(error);
    if (from.node == to.node)
        return 0;
    if (!may_change(from.folder) || !(to.node ? may_change(to.folder) : may_add(to.folder)))
        return -1;
    error = rename_error(&from, &to);
    if (error)
        return fail_with(error);
    /* A folder that moves gets another `..`. */
    if (type_of(from.node) == TYPE_FOLDER && from.folder != to.folder && !(from.node->mode & 0200))
        return fail_with(E_ACCES);
    struct node *node = from.node;
    struct component name = to.last;
    node->links++;
    if (to.entry)
        remove_entry(to.entry);
    /* Rows behind the removed one have moved. The path may lead through it, and nowhere now. */
    remove_entry(to.entry && to.entry < from.entry ? from.entry - 1 : from.entry);
    node->links--;
    if (type_of(node) == TYPE_FOLDER)
        node->device = to.folder;
    add_entry(to.folder, name, node);
    return 0;
}

API int renameat(int from_folder, const char *from_path, int to_folder, const char *to_path) {
    return rename_place(from_folder, from_path, to_folder, to_path, 1);
}

/* One flag is known: that nothing may be replaced. */
API int renameat2(int from_folder, const char *from_path, int to_folder, const char *to_path, unsigned flags) {
    enum { REPLACE_NOTHING = 1, EXCHANGE = 2, WHITE_OUT = 4 };
    if (flags & ~(unsigned)(REPLACE_NOTHING | EXCHANGE | WHITE_OUT) || (flags & REPLACE_NOTHING && flags & EXCHANGE))
        return fail_with(E_INVAL);
    if (flags & (EXCHANGE | WHITE_OUT))
        __braid_unsupported("renameat2 that exchanges two files or leaves one behind");
    return rename_place(from_folder, from_path, to_folder, to_path, !(flags & REPLACE_NOTHING));
}

API int rename(const char *from, const char *to) {
    return renameat(AT_WORKING, from, AT_WORKING, to);
}

API int linkat(int from_folder, const char *from_path, int to_folder, const char *to_path, int flags) {
    struct place to;
    struct node *node = find_node(from_folder, from_path, flags & AT_FOLLOW ? FOLLOW_LINK : KEEP_LINK);
    if (!node || find_from(&to, to_folder, to_path, NAME_ALONE))
        return -1;
    if (to.node)
        return fail_with(E_EXIST);
    if (to.is_slashed)
        return fail_with(E_NOENT);
    if (is_fixed(node))
        return fail_with(E_XDEV);
    if (!may_add(to.folder))
        return -1;
    if (type_of(node) == TYPE_FOLDER)
        return fail_with(E_PERM);
    add_entry(to.folder, to.last, node);
    return 0;
}

API int link(const char *from, const char *to) {
    return linkat(AT_WORKING, from, AT_WORKING, to, 0);
}

API int symlinkat(const char *target, int folder, const char *path) {
    struct place place;
    if (!*target)
        return fail_with(E_NOENT);
    if (find_from(&place, folder, path, NAME_ALONE))
        return -1;
    if (place.node)
        return fail_with(E_EXIST);
    if (place.is_slashed)
        return fail_with(E_NOENT);
    if (!may_add(place.folder))
        return -1;
    struct node *node = make_node(TYPE_LINK | 0777);
    size_t length = strlen(target);
    reserve_target(node, length);
    write_contents(node, target, length, 0);
    add_entry(place.folder, place.last, node);
    return 0;
}

API int symlink(const char *target, const char *path) {
    return symlinkat(target, AT_WORKING, path);
}

API ptrdiff_t readlinkat(int folder, const char *restrict path, char *restrict to, size_t n) {
    if (n == 0)
        return fail_with(E_INVAL);
    struct node *node = find_node(folder, path, KEEP_LINK);
    if (!node)
        return -1;
    if (type_of(node) != TYPE_LINK)
        return fail_with(E_INVAL);
    return (ptrdiff_t)read_contents(node, to, n, 0);
}

API ptrdiff_t readlink(const char *restrict path, char *restrict to, size_t n) {
    return readlinkat(AT_WORKING, path, to, n);
}

static int go_to(const struct node *node) {
    if (!node)
        return -1;
    if (type_of(node) != TYPE_FOLDER)
        return fail_with(E_NOTDIR);
    if (!(node->mode & 0100))
        return fail_with(E_ACCES);
    working_folder = number_of(node);
    return 0;
}

API int chdir(const char *path) {
    return go_to(find_node(AT_WORKING, path, FOLLOW_LINK));
}

API int fchdir(int descriptor) {
    return go_to(node_of(descriptor));
}

/* Writes the path of a folder so that it ends before `end`; its beginning, or null if it is longer than `room`. */
static char *path_before(char *end, size_t room, unsigned folder) {
    char *at = end;
    *--at = 0;
    if (folder == ROOT)
        *--at = '/';
    while (folder != ROOT) {
        struct entry *entry = entries;
        while (entry->node != folder || !entry->folder)
            entry++;
        if ((size_t)(end - at) + entry->length + 1 > room)
            return 0;
        at -= entry->length;
        memcpy(at, entry->name, entry->length);
        *--at = '/';
        folder = nodes[folder].device;
    }
    return at;
}

API char *getcwd(char *to, size_t size) {
    char whole[PATH_MOST];
    if (fails(FAIL_GETCWD)) {
        errno = E_RANGE;
        return 0;
    }
    if (to && size == 0) {
        errno = E_INVAL;
        return 0;
    }
    if (!nodes[working_folder].links) {
        errno = E_NOENT;
        return 0;
    }
    char *path = path_before(whole + PATH_MOST, PATH_MOST - 2, working_folder);
    size_t length = path ? (size_t)(whole + PATH_MOST - path) : PATH_MOST;
    if (size && length > size) {
        errno = E_RANGE;
        return 0;
    }
    if (!to)
        to = malloc(size ? size : length);
    return to && path ? memcpy(to, path, length) : 0;
}

API char *get_current_dir_name(void) {
    return getcwd(0, 0);
}

/* Writes the path of what a path leads to, without links, so that it ends before `end`; its beginning, or null, with errno. */
static char *real_path(char *end, const char *path) {
    struct place place = find_place(working_folder, path, FOLLOW_LINK, 0);
    if (place.error || !place.node) {
        errno = place.error ? place.error : E_NOENT;
        return 0;
    }
    int is_folder = type_of(place.node) == TYPE_FOLDER;
    size_t length = is_folder ? 0 : place.entry->length;
    char *tail = end - length - 1;
    char *start = path_before(is_folder ? end : tail, PATH_MOST - 2 - length, is_folder ? number_of(place.node) : place.folder);
    if (!start)
        errno = E_NAMETOOLONG;
    if (!start || is_folder)
        return start;
    memcpy(tail, place.entry->name, length);
    tail[-1] = '/';
    end[-1] = 0;
    /* Below the root there is one slash, not two. */
    return place.folder == ROOT ? tail - 1 : start;
}

API char *realpath(const char *restrict path, char *restrict to) {
    char whole[PATH_MOST];
    if (!path) {
        errno = E_INVAL;
        return 0;
    }
    char *start = real_path(whole + PATH_MOST, path);
    if (!start)
        return 0;
    size_t length = (size_t)(whole + PATH_MOST - start);
    if (!to)
        to = malloc(length);
    return to ? memcpy(to, start, length) : 0;
}

API char *canonicalize_file_name(const char *path) {
    return realpath(path, 0);
}

API char *__realpath_chk(const char *restrict path, char *restrict to, size_t room) {
    if (room < PATH_MOST)
        __chk_fail();
    return realpath(path, to);
}

/* A folder that is read: its descriptor and how many names were told. */
struct folder_entry {
    uint64_t number;
    int64_t position;
    uint16_t size;
    unsigned char type;
    char name[NAME_SIZE];
};

struct folder_entry32 {
    uint32_t number;
    int32_t position;
    uint16_t size;
    unsigned char type;
    char name[NAME_SIZE];
};

typedef struct folder_stream {
    int descriptor;
    long position;
    struct folder_entry entry;
    struct folder_entry32 short_entry;
} DIR;

API DIR *fdopendir(int descriptor) {
    struct node *node = node_of(descriptor);
    if (node && type_of(node) != TYPE_FOLDER)
        errno = E_NOTDIR;
    if (!node || type_of(node) != TYPE_FOLDER)
        return 0;
    DIR *stream = calloc(1, sizeof *stream);
    if (stream)
        stream->descriptor = descriptor;
    return stream;
}

API DIR *opendir(const char *path) {
    int descriptor = open_at(AT_WORKING, path, O_READ | O_FOLDER | O_CLOSING, 0);
    return descriptor < 0 ? 0 : fdopendir(descriptor);
}

enum { TYPE_SHIFT = 12, TYPE_BITS = 15 };

static void tell_entry(DIR *stream, unsigned node, const char *name) {
    stream->entry.number = node + 1;
    stream->entry.position = stream->position;
    stream->entry.size = sizeof stream->entry;
    stream->entry.type = (unsigned char)(nodes[node].mode >> TYPE_SHIFT & TYPE_BITS);
    memcpy(stream->entry.name, name, NAME_SIZE);
}

/* The next name: `.`, `..`, then those of the table. */
API struct folder_entry *readdir64(DIR *stream) {
    static const char own[2][NAME_SIZE] = {".", ".."};
    struct node *folder = node_of(stream->descriptor);
    if (!folder)
        return 0;
    long at = stream->position++, number = 2;
    if (at < 2) {
        tell_entry(stream, at ? folder->device : number_of(folder), own[at]);
        return &stream->entry;
    }
    for (struct entry *entry = entries; entry < entries + ENTRIES && entry->folder; entry++)
        if (entry->folder == number_of(folder) + 1 && number++ == at) {
            tell_entry(stream, entry->node, entry->name);
            return &stream->entry;
        }
    stream->position--;
    return 0;
}

#if UINTPTR_MAX == UINT64_MAX
API struct folder_entry *readdir(DIR *stream) {
    return readdir64(stream);
}
#else
API struct folder_entry32 *readdir(DIR *stream) {
    struct folder_entry *entry = readdir64(stream);
    if (!entry)
        return 0;
    stream->short_entry.number = (uint32_t)entry->number;
    stream->short_entry.position = (int32_t)entry->position;
    stream->short_entry.size = sizeof stream->short_entry;
    stream->short_entry.type = entry->type;
    memcpy(stream->short_entry.name, entry->name, NAME_SIZE);
    return &stream->short_entry;
}
#endif

API void rewinddir(DIR *stream) {
    stream->position = 0;
}

API long telldir(DIR *stream) {
    return stream->position;
}

API void seekdir(DIR *stream, long position) {
    stream->position = position;
}

API int dirfd(DIR *stream) {
    return stream->descriptor;
}

API int closedir(DIR *stream) {
    int descriptor = stream->descriptor;
    free(stream);
    return close(descriptor);
}
