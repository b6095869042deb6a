/* Walks over trees of files: ftw and nftw. The names of a folder are read before any of them is visited, so that a visit may remove files.
 *
 * Without FTW_PHYS links are followed, and each folder is visited once. */
#include "runtime.h"

enum { FILE_PLAIN, FILE_FOLDER, FILE_NOT_READ, FILE_NO_STATUS, FILE_LINK, FILE_FOLDER_BEHIND, FILE_LINK_TO_NOTHING };
enum { TREE_LINKS = 1, TREE_ONE_VOLUME = 2, TREE_CHANGES_FOLDER = 4, TREE_DEPTH = 8, TREE_ACTIONS = 16 };
enum { GO_ON, STOP_NOW, SKIP_BELOW, SKIP_SIBLINGS };
enum { STATUS_SIZE = 256, PATH_ROOM = 4096, MOST_FOLDERS = 128, FORMAT_BITS = 0170000, FORMAT_FOLDER = 0040000, FORMAT_LINK = 0120000 };

/* Where the status of a file has its mode. */
#if UINTPTR_MAX == UINT64_MAX
enum { MODE_AT = 24, NUMBER_AT = 8, SHORT_NUMBER_AT = 8 };
#else
enum { MODE_AT = 16, NUMBER_AT = 88, SHORT_NUMBER_AT = 12 };
#endif

int stat(const char *restrict path, void *restrict to), stat64(const char *restrict path, void *restrict to);
int lstat(const char *restrict path, void *restrict to), lstat64(const char *restrict path, void *restrict to);

struct place_in_tree {
    int base, level;
};

typedef int visit_file(const char *path, const void *status, int kind);
typedef int visit_place(const char *path, const void *status, int kind, struct place_in_tree *place);

struct tree {
    visit_file *old;
    visit_place *visit;
    int (*status_of)(const char *restrict, void *restrict), (*link_status_of)(const char *restrict, void *restrict);
    int number_at, flags;
    char path[PATH_ROOM];
    unsigned seen[MOST_FOLDERS];
    int seen_count;
};

static int tell_visit(struct tree *tree, const void *status, int kind, struct place_in_tree place) {
    static const unsigned char old_kinds[] = {FILE_PLAIN, FILE_FOLDER, FILE_NOT_READ, FILE_NO_STATUS, FILE_LINK, FILE_FOLDER, FILE_NO_STATUS};
    if (tree->old)
        return tree->old(tree->path, status, old_kinds[kind]);
    return tree->visit(tree->path, status, kind, &place);
}

/* What the path leads to, and its status. */
static int kind_of(struct tree *tree, char *status) {
    unsigned mode;
    int follows = !(tree->flags & TREE_LINKS), is_missing = (follows ? tree->status_of : tree->link_status_of)(tree->path, status) != 0;
    if (is_missing && (!follows || errno != E_NOENT || tree->link_status_of(tree->path, status) != 0))
        return FILE_NO_STATUS;
    memcpy(&mode, status + MODE_AT, sizeof mode);
    mode &= FORMAT_BITS;
    return is_missing ? FILE_LINK_TO_NOTHING : mode == FORMAT_FOLDER ? FILE_FOLDER : mode == FORMAT_LINK ? FILE_LINK : FILE_PLAIN;
}

/* Whether a folder was visited before; it is now. */
static int was_seen(struct tree *tree, const char *status) {
    unsigned number;
    memcpy(&number, status + tree->number_at, sizeof number);
    for (int i = 0; i < tree->seen_count; i++)
        if (tree->seen[i] == number)
            return 1;
    if (tree->seen_count == MOST_FOLDERS)
        __braid_unsupported("a walk over more than 128 folders");
    tree->seen[tree->seen_count++] = number;
    return 0;
}

/* All names of a folder but its own ones, each with its zero. */
static char *names_in(DIR *stream, size_t *size) {
    struct long_entry *entry;
    char *names = 0;
    *size = 0;
    while ((entry = readdir64(stream))) {
        size_t n = strlen(entry->name) + 1;
        if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0)
            continue;
        names = realloc(names, *size + n);
        if (!names)
            return 0;
        memcpy(names + *size, entry->name, n);
        *size += n;
    }
    return names;
}

static int visit_below(struct tree *tree, struct place_in_tree place, int is_top);

static int visit_names(struct tree *tree, DIR *stream, struct place_in_tree place) {
    size_t size, n = strlen(tree->path), start = n > 0 && tree->path[n - 1] == '/' ? n : n + 1;
    char *names = names_in(stream, &size);
    int result = GO_ON;
    closedir(stream);
    for (size_t at = 0; at < size && !result; at += strlen(names + at) + 1) {
        if (start + strlen(names + at) >= PATH_ROOM) {
            errno = E_NAMETOOLONG;
            result = -1;
            break;
        }
        tree->path[start - 1] = '/';
        strcpy(tree->path + start, names + at);
        result = visit_below(tree, (struct place_in_tree){(int)start, place.level + 1}, 0);
    }
    tree->path[n] = 0;
    free(names);
    return tree->flags & TREE_ACTIONS && result == SKIP_SIBLINGS ? GO_ON : result;
}

static int visit_folder(struct tree *tree, const char *status, struct place_in_tree place) {
    DIR *stream = opendir(tree->path);
    int result = GO_ON;
    if (!stream)
        return errno == E_ACCES ? tell_visit(tree, status, FILE_NOT_READ, place) : -1;
    if (!(tree->flags & TREE_DEPTH))
        result = tell_visit(tree, status, FILE_FOLDER, place);
    if (result) {
        closedir(stream);
        return tree->flags & TREE_ACTIONS && result == SKIP_BELOW ? GO_ON : result;
    }
    result = visit_names(tree, stream, place);
    if (!result && tree->flags & TREE_DEPTH)
        result = tell_visit(tree, status, FILE_FOLDER_BEHIND, place);
    return result;
}

static int visit_below(struct tree *tree, struct place_in_tree place, int is_top) {
    _Alignas(8) char status[STATUS_SIZE] = {0};
    int kind = kind_of(tree, status);
    if (is_top && kind == FILE_NO_STATUS)
        return -1;
    if (kind != FILE_FOLDER) {
        int result = tell_visit(tree, status, kind, place);
        return tree->flags & TREE_ACTIONS && result == SKIP_BELOW ? GO_ON : result;
    }
    if (!(tree->flags & TREE_LINKS) && was_seen(tree, status))
        return GO_ON;
    return visit_folder(tree, status, place);
}

static int walk_files(const char *path, struct tree *tree) {
    size_t n = strlen(path), base;
    if (n == 0 || n >= PATH_ROOM - 1) {
        errno = n ? E_NAMETOOLONG : E_NOENT;
        return -1;
    }
    if (tree->flags & TREE_CHANGES_FOLDER)
        __braid_unsupported("nftw that changes the folder (FTW_CHDIR)");
    while (n > 1 && path[n - 1] == '/')
        n--;
    memcpy(tree->path, path, n);
    tree->path[n] = 0;
    for (base = n; base > 0 && path[base - 1] != '/'; base--) {
    }
    int result = visit_below(tree, (struct place_in_tree){(int)base, 0}, 1);
    return tree->flags & TREE_ACTIONS && (result == SKIP_BELOW || result == SKIP_SIBLINGS) ? GO_ON : result;
}

/* There is one volume. */
#define FILE_TREE(suffix, at)                                                                                         \
    API int ftw##suffix(const char *path, visit_file *visit, int descriptors) {                                       \
        struct tree tree = {.old = visit, .status_of = stat##suffix, .link_status_of = lstat##suffix, .number_at = at}; \
        return walk_files(path, &tree);                                                                               \
    }                                                                                                                 \
                                                                                                                      \
    API int nftw##suffix(const char *path, visit_place *visit, int descriptors, int flags) {                          \
        struct tree tree = {.visit = visit, .status_of = stat##suffix, .link_status_of = lstat##suffix, .number_at = at, .flags = flags}; \
        if (flags & ~(TREE_LINKS | TREE_ONE_VOLUME | TREE_CHANGES_FOLDER | TREE_DEPTH | TREE_ACTIONS)) {              \
            errno = E_INVAL;                                                                                          \
            return -1;                                                                                                \
        }                                                                                                             \
        return walk_files(path, &tree);                                                                               \
    }

FILE_TREE(, SHORT_NUMBER_AT)
FILE_TREE(64, NUMBER_AT)
