/* Fortified names of functions of the system: the room that the compiler knows of the target is checked first. */
#include "runtime.h"

struct obstack;
struct poll_entry;
ptrdiff_t pread64(int descriptor, void *to, size_t n, int64_t offset);
ptrdiff_t readlink(const char *restrict path, char *restrict to, size_t n);
ptrdiff_t readlinkat(int folder, const char *restrict path, char *restrict to, size_t n);
char *getcwd(char *to, size_t size);
int gethostname(char *to, size_t size), getdomainname(char *to, size_t size), getlogin_r(char *to, size_t size);
int getgroups(int count, unsigned *groups);
int poll(struct poll_entry *entries, unsigned long count, int timeout);
size_t confstr(int name, char *to, size_t room);
int obstack_vprintf(struct obstack *obstack, const char *format, va_list list);

static void need_room(size_t needed, size_t room) {
    if (needed > room)
        __chk_fail();
}

API ptrdiff_t __pread64_chk(int descriptor, void *to, size_t n, int64_t offset, size_t room) {
    need_room(n, room);
    return pread64(descriptor, to, n, offset);
}

API ptrdiff_t __pread_chk(int descriptor, void *to, size_t n, long offset, size_t room) {
    return __pread64_chk(descriptor, to, n, offset, room);
}

API ptrdiff_t __readlink_chk(const char *restrict path, char *restrict to, size_t n, size_t room) {
    need_room(n, room);
    return readlink(path, to, n);
}

API ptrdiff_t __readlinkat_chk(int folder, const char *restrict path, char *restrict to, size_t n, size_t room) {
    need_room(n, room);
    return readlinkat(folder, path, to, n);
}

API char *__getcwd_chk(char *to, size_t n, size_t room) {
    need_room(n, room);
    return getcwd(to, n);
}

API int __gethostname_chk(char *to, size_t n, size_t room) {
    need_room(n, room);
    return gethostname(to, n);
}

API int __getdomainname_chk(char *to, size_t n, size_t room) {
    need_room(n, room);
    return getdomainname(to, n);
}

API int __getlogin_r_chk(char *to, size_t n, size_t room) {
    need_room(n, room);
    return getlogin_r(to, n);
}

API int __getgroups_chk(int count, unsigned *groups, size_t room) {
    if (count > 0)
        need_room((size_t)count * sizeof *groups, room);
    return getgroups(count, groups);
}

enum { POLL_ENTRY = 8, DESCRIPTORS_IN_SET = 1024 };

API int __poll_chk(struct poll_entry *list, unsigned long count, int timeout, size_t room) {
    need_room(count, room / POLL_ENTRY);
    return poll(list, count, timeout);
}

API size_t __confstr_chk(int name, char *to, size_t n, size_t room) {
    need_room(n, room);
    return confstr(name, to, n);
}

API int __obstack_vprintf_chk(struct obstack *obstack, int flag, const char *format, va_list list) {
    return obstack_vprintf(obstack, format, list);
}

API int __obstack_printf_chk(struct obstack *obstack, int flag, const char *format, ...) {
    WITH_LIST(obstack_vprintf(obstack, format, list));
}

/* The word of a set that a descriptor is in. */
API long __fdelt_chk(long descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS_IN_SET)
        __chk_fail();
    return descriptor / (long)(8 * sizeof(long));
}

API long __fdelt_warn(long descriptor) {
    return __fdelt_chk(descriptor);
}
