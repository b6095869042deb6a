/* glob: the names that match a pattern, folder by folder, in the order of their bytes. */
#include "runtime.h"

typedef struct DIR DIR;
struct folder_entry;
struct status;
DIR *opendir(const char *path);
struct folder_entry *readdir64(DIR *stream);
int closedir(DIR *stream);
int lstat(const char *restrict path, struct status *restrict status);
int access(const char *path, int wanted);
int fnmatch(const char *pattern, const char *text, int flags);
void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

enum {
    GLOB_ERR = 1, GLOB_MARK = 2, GLOB_NOSORT = 4, GLOB_DOOFFS = 8, GLOB_NOCHECK = 16, GLOB_APPEND = 32, GLOB_NOESCAPE = 64, GLOB_PERIOD = 128,
    GLOB_MAGCHAR = 256, GLOB_NOMAGIC = 2048, GLOB_ONLYDIR = 8192, GLOB_KNOWN = 10751, GLOB_NOSPACE = 1, GLOB_ABORTED = 2, GLOB_NOMATCH = 3,
    FNM_NOESCAPE = 2, FNM_PERIOD = 4, PATH_MOST = 4096, NAME_OFFSET = 19,
};

/* As glibc lays it out, as far as it is used here. */
struct names {
    size_t count;
    char **paths;
    size_t reserved;
    int flags;
};

struct search {
    struct names *names;
    int flags;
    int (*tell)(const char *path, int error);
    char path[PATH_MOST];
};

/* Whether the first `length` bytes of a pattern stand for anything but themselves. */
static int has_magic(const char *pattern, size_t length, int flags) {
    for (size_t at = 0; at < length; at++)
        if (pattern[at] == '*' || pattern[at] == '?' || pattern[at] == '[' || (pattern[at] == '\\' && !(flags & GLOB_NOESCAPE)))
            return 1;
    return 0;
}

static int is_folder(const char *path) {
    DIR *stream = opendir(path);
    return stream ? (closedir(stream), 1) : 0;
}

static int add_path(struct search *search, size_t length) {
    struct names *names = search->names;
    size_t first = names->flags & GLOB_DOOFFS ? names->reserved : 0;
    char **paths = realloc(names->paths, (first + names->count + 2) * sizeof *paths);
    char *path = malloc(length + 2);
    if (paths)
        names->paths = paths;
    if (!paths || !path)
        return free(path), GLOB_NOSPACE;
    if (!names->count)
        memset(paths, 0, first * sizeof *paths);
    memcpy(path, search->path, length);
    path[length] = 0;
    if (search->flags & GLOB_MARK && length && path[length - 1] != '/' && is_folder(path))
        memcpy(path + length, "/", 2);
    paths[first + names->count++] = path;
    paths[first + names->count] = 0;
    return 0;
}

static int walk(struct search *search, size_t length, const char *pattern);

/* Goes on behind a name that was put at the end of the path. */
static int walk_below(struct search *search, size_t length, const char *rest) {
    search->path[length] = 0;
    uint64_t about[18];
    if (lstat(search->path, (struct status *)about))
        return 0;
    if (*rest == '/' && !is_folder(search->path))
        return 0;
    while (*rest == '/' && length + 1 < PATH_MOST)
        search->path[length++] = *rest++;
    return walk(search, length, rest);
}

/* The names of the folder that the path leads to which match the first component of a pattern. */
static int walk_names(struct search *search, size_t length, const char *part, const char *rest) {
    int code = 0, flags = (search->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0) | (search->flags & GLOB_PERIOD ? 0 : FNM_PERIOD);
    search->path[length] = 0;
    DIR *stream = opendir(length ? search->path : ".");
    if (!stream) {
        int is_told = search->tell && search->tell(length ? search->path : ".", errno);
        return is_told || search->flags & GLOB_ERR ? GLOB_ABORTED : 0;
    }
    for (struct folder_entry *entry; !code && (entry = readdir64(stream));) {
        const char *name = (const char *)entry + NAME_OFFSET;
        size_t size = strlen(name);
        if (length + size + 1 >= PATH_MOST || fnmatch(part, name, flags))
            continue;
        memcpy(search->path + length, name, size);
        code = walk_below(search, length + size, rest);
    }
    closedir(stream);
    return code;
}

/* Everything that matches a pattern behind the first `length` bytes of the path. */
static int walk(struct search *search, size_t length, const char *pattern) {
    size_t size = 0;
    if (!*pattern)
        return add_path(search, length);
    while (pattern[size] && pattern[size] != '/')
        size++;
    if (length + size + 1 >= PATH_MOST)
        return 0;
    if (!has_magic(pattern, size, search->flags)) {
        memcpy(search->path + length, pattern, size);
        return walk_below(search, length + size, pattern + size);
    }
    char part[PATH_MOST];
    memcpy(part, pattern, size);
    part[size] = 0;
    return walk_names(search, length, part, pattern + size);
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The pattern itself, where nothing matches and that is wanted. */
static int add_pattern(struct search *search, const char *pattern) {
    size_t length = strlen(pattern);
    if (length >= PATH_MOST)
        return GLOB_NOMATCH;
    memcpy(search->path, pattern, length);
    search->flags &= ~GLOB_MARK;
    return add_path(search, length);
}

API int glob(const char *restrict pattern, int flags, int (*tell)(const char *, int), struct names *restrict names) {
    struct search search = {.names = names, .flags = flags, .tell = tell};
    size_t first = flags & GLOB_DOOFFS ? names->reserved : 0, rest = 0;
    if (flags & ~GLOB_KNOWN)
        __braid_unsupported("glob with braces, a tilde or folders of the program's own");
    if (!(flags & GLOB_APPEND))
        *names = (struct names){.reserved = names->reserved};
    size_t before = names->count;
    names->flags = (flags & ~GLOB_MAGCHAR) | (has_magic(pattern, strlen(pattern), flags) ? GLOB_MAGCHAR : 0);
    while (pattern[rest] == '/' && rest + 1 < PATH_MOST)
        search.path[rest++] = '/';
    int code = *pattern ? walk(&search, rest, pattern + rest) : 0;
    if (!code && names->count == before) {
        int is_kept = flags & GLOB_NOCHECK || (flags & GLOB_NOMAGIC && !(names->flags & GLOB_MAGCHAR));
        return is_kept ? add_pattern(&search, pattern) : GLOB_NOMATCH;
    }
    if (!code && !(flags & GLOB_NOSORT))
        qsort(names->paths + first + before, names->count - before, sizeof *names->paths, compare_paths);
    return code;
}

API void globfree(struct names *names) {
    size_t first = names->flags & GLOB_DOOFFS ? names->reserved : 0;
    for (size_t at = 0; names->paths && at < names->count; at++)
        free(names->paths[first + at]);
    free(names->paths);
    names->paths = 0;
    names->count = 0;
}

/* The same for large files; the layouts differ in nothing that is used here. */
API int glob64(const char *restrict pattern, int flags, int (*tell)(const char *, int), struct names *restrict names) {
    return glob(pattern, flags, tell, names);
}

API void globfree64(struct names *names) {
    globfree(names);
}
