/* Pipes with a name, and files that are made without being opened: mkfifo, mknod. */
#include "file.h"

/* Whether a pipe may be opened so: who opens one end waits for the other. */
static int fifo_error(const struct node *pipe, int flags) {
    int access = flags & O_ACCESS, waits = !(flags & O_NONBLOCKING);
    if (access == O_WRITE && !has_end(pipe, 0) && !waits)
        return E_NXIO;
    if (waits && ((access == O_WRITE && !has_end(pipe, 0)) || (access == O_READ && !has_end(pipe, 1))))
        __braid_unsupported("opening one end of a pipe with a name, which waits for the other");
    return 0;
}

static int make_special(int folder, const char *path, unsigned mode) {
    enum { SOCKET = 0140000, BLOCKS = 0060000 };
    unsigned type = mode & TYPE_MASK ? mode & TYPE_MASK : TYPE_REGULAR;
    struct place place;
    if (type != TYPE_REGULAR && type != TYPE_PIPE && type != TYPE_DEVICE && type != BLOCKS && type != SOCKET)
        return fail_with(type == TYPE_FOLDER ? E_PERM : E_INVAL);
    if (find_from(&place, folder, path, NAME_ALONE))
        return -1;
    if (place.node)
        return fail_with(E_EXIST);
    if (place.is_slashed)
        return fail_with(E_NOENT);
    if (!may_add(place.folder))
        return -1;
    if (type == TYPE_DEVICE || type == BLOCKS)
        return fail_with(E_PERM);
    if (type == SOCKET)
        __braid_unsupported("a socket as a file");
    add_entry(place.folder, place.last, make_node(type | (mode & ~permission_mask & 07777)));
    return 0;
}

API int mknodat(int folder, const char *path, unsigned mode, uint64_t device) {
    return make_special(folder, path, mode);
}

API int mknod(const char *path, unsigned mode, uint64_t device) {
    return make_special(AT_WORKING, path, mode);
}

API int mkfifoat(int folder, const char *path, unsigned mode) {
    return make_special(folder, path, TYPE_PIPE | (mode & ~(unsigned)TYPE_MASK));
}

API int mkfifo(const char *path, unsigned mode) {
    return mkfifoat(AT_WORKING, path, mode);
}

API int __xmknod(int version, const char *path, unsigned mode, uint64_t *device) {
    return make_special(AT_WORKING, path, mode);
}

API int __xmknodat(int version, int folder, const char *path, unsigned mode, uint64_t *device) {
    return make_special(folder, path, mode);
}
