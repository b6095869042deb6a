/* Who the machine and the program are: names of the system, users and groups that may be taken, children. Native runs have the same
 * (crates/replay/src/harness/identity.h). */
#include "runtime.h"

enum { UTS_SIZE = 65, OWNER = 1000, HOST_ID = 0x007f0101, KEEP = -1 };

#if UINTPTR_MAX == UINT64_MAX
#define MACHINE "x86_64"
#else
#define MACHINE "i686"
#endif

struct utsname {
    char system[UTS_SIZE], node[UTS_SIZE], release[UTS_SIZE], version[UTS_SIZE], machine[UTS_SIZE], domain[UTS_SIZE];
};

static const struct utsname names = {"Linux", "braid", "6.1.0", "#1", MACHINE, "(none)"};

API int uname(struct utsname *to) {
    *to = names;
    return 0;
}

API int gethostname(char *to, size_t size) {
    size_t length = strlen(names.node) + 1;
    memcpy(to, names.node, smaller(length, size));
    if (length <= size)
        return 0;
    errno = E_NAMETOOLONG;
    return -1;
}

API int getdomainname(char *to, size_t size) {
    memcpy(to, names.domain, smaller(strlen(names.domain) + 1, size));
    return 0;
}

API long gethostid(void) {
    return HOST_ID;
}

/* Who is no administrator changes nothing of the machine. */
static int not_permitted(void) {
    errno = E_PERM;
    return -1;
}

API int sethostname(const char *name, size_t size) {
    return not_permitted();
}

API int setdomainname(const char *name, size_t size) {
    return not_permitted();
}

API int setgroups(size_t count, const unsigned *groups) {
    return not_permitted();
}

/* There is one group. */
API int getgroups(int count, unsigned *groups) {
    if (count < 0) {
        errno = E_INVAL;
        return -1;
    }
    if (count > 0)
        groups[0] = OWNER;
    return 1;
}

/* The groups of a user: the one that is given, and no other. */
API int getgrouplist(const char *user, unsigned group, unsigned *groups, int *count) {
    int fits = *count >= 1;
    if (fits)
        groups[0] = group;
    *count = 1;
    return fits ? 1 : -1;
}

API int initgroups(const char *user, unsigned group) {
    return not_permitted();
}

/* A user or group may be taken that is the program's own already. */
static int take_id(unsigned wanted) {
    return wanted == OWNER ? 0 : not_permitted();
}

static int take_or_keep_id(unsigned wanted) {
    return wanted == (unsigned)KEEP ? 0 : take_id(wanted);
}

API int setuid(unsigned user) {
    return take_id(user);
}

API int setgid(unsigned group) {
    return take_id(group);
}

API int seteuid(unsigned user) {
    return take_id(user);
}

API int setegid(unsigned group) {
    return take_id(group);
}

API int setreuid(unsigned real, unsigned effective) {
    return take_or_keep_id(real) | take_or_keep_id(effective);
}

API int setregid(unsigned real, unsigned effective) {
    return take_or_keep_id(real) | take_or_keep_id(effective);
}

API int setresuid(unsigned real, unsigned effective, unsigned saved) {
    return take_or_keep_id(real) | take_or_keep_id(effective) | take_or_keep_id(saved);
}

API int setresgid(unsigned real, unsigned effective, unsigned saved) {
    return take_or_keep_id(real) | take_or_keep_id(effective) | take_or_keep_id(saved);
}

API int getresuid(unsigned *real, unsigned *effective, unsigned *saved) {
    *real = *effective = *saved = OWNER;
    return 0;
}

API int getresgid(unsigned *real, unsigned *effective, unsigned *saved) {
    *real = *effective = *saved = OWNER;
    return 0;
}

/* Nobody has logged in. */
API char *getlogin(void) {
    errno = E_NXIO;
    return 0;
}

API int getlogin_r(char *to, size_t size) {
    return E_NXIO;
}

/* Other programs are never run, so there are no children to wait for. */
API int waitpid(int process, int *status, int options) {
    errno = E_CHILD;
    return -1;
}

API int wait(int *status) {
    return waitpid(-1, status, 0);
}

API int wait3(int *status, int options, void *usage) {
    return waitpid(-1, status, options);
}

API int wait4(int process, int *status, int options, void *usage) {
    return waitpid(process, status, options);
}
