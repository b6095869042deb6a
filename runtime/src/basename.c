/* Parts of paths: dirname, and basename as POSIX has it. */
#include "runtime.h"

/* The length of a path without slashes at its end; one is left of slashes alone. */
static size_t without_slashes(const char *path, size_t n) {
    while (n > 1 && path[n - 1] == '/')
        n--;
    return n;
}

static size_t last_part(const char *path, size_t n) {
    while (n > 0 && path[n - 1] != '/')
        n--;
    return n;
}

API char *__xpg_basename(char *path) {
    if (!path || !*path)
        return ".";
    size_t n = without_slashes(path, strlen(path));
    path[n] = 0;
    return n == 1 && *path == '/' ? path : path + last_part(path, n);
}

API char *dirname(char *path) {
    if (!path || !*path)
        return ".";
    size_t all = strlen(path), n = without_slashes(path, all), cut = last_part(path, n);
    if (n == 1 && *path == '/') {
        /* As glibc, which keeps two slashes, not three. */
        path[all == 2 ? 2 : 1] = 0;
        return path;
    }
    if (cut == 0)
        return ".";
    size_t folder = without_slashes(path, cut);
    if (folder == 1 && *path == '/' && cut == 2)
        folder = 2;
    path[folder] = 0;
    return path;
}
