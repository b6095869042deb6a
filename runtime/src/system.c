/* What the system says of itself and of its users: a model, the same in every run. One processor, pages of 4096 bytes, and the users root (0) and
 * nobody (65534), whose groups have the same numbers. */
#include "runtime.h"

enum { PAGE = 4096, OPEN_FILES = 1024, TICKS = 100, LONGEST_ARGUMENTS = 2097152, MEMORY_PAGES = 1 << 18 };

/* Numbers of sysconf, Linux. */
enum {
    SC_ARG_MAX = 0,
    SC_CHILD_MAX = 1,
    SC_CLK_TCK = 2,
    SC_NGROUPS_MAX = 3,
    SC_OPEN_MAX = 4,
    SC_PAGESIZE = 30,
    SC_IOV_MAX = 60,
    SC_GETGR_R_SIZE_MAX = 69,
    SC_GETPW_R_SIZE_MAX = 70,
    SC_NPROCESSORS_CONF = 83,
    SC_NPROCESSORS_ONLN = 84,
    SC_PHYS_PAGES = 85,
    SC_AVPHYS_PAGES = 86,
    SC_HOST_NAME_MAX = 180
};

static const struct {
    int name;
    long value;
} configuration[] = {{SC_ARG_MAX, LONGEST_ARGUMENTS}, {SC_CHILD_MAX, 1024},     {SC_CLK_TCK, TICKS},          {SC_NGROUPS_MAX, 65536},
                     {SC_OPEN_MAX, OPEN_FILES},       {SC_PAGESIZE, PAGE},       {SC_IOV_MAX, 1024},           {SC_GETGR_R_SIZE_MAX, 1024},
                     {SC_GETPW_R_SIZE_MAX, 1024},     {SC_NPROCESSORS_CONF, 1},  {SC_NPROCESSORS_ONLN, 1},     {SC_PHYS_PAGES, MEMORY_PAGES},
                     {SC_AVPHYS_PAGES, MEMORY_PAGES}, {SC_HOST_NAME_MAX, 64}};

API long sysconf(int name) {
    for (size_t i = 0; i < sizeof configuration / sizeof *configuration; i++)
        if (configuration[i].name == name)
            return configuration[i].value;
    __braid_unsupported("sysconf of something else than sizes, processors and memory");
}

API int getpagesize(void) {
    return PAGE;
}

API int get_nprocs(void) {
    return 1;
}

API int get_nprocs_conf(void) {
    return 1;
}

API int getdtablesize(void) {
    return OPEN_FILES;
}

/* A set of processors is given in whole words; only the first is in it. */
API int sched_getaffinity(int process, size_t size, unsigned char *set) {
    if (size < sizeof(long) || size % sizeof(long)) {
        errno = E_INVAL;
        return -1;
    }
    memset(set, 0, size);
    set[0] = 1;
    return 0;
}

API int __sched_cpucount(size_t size, const unsigned char *set) {
    int count = 0;
    for (size_t i = 0; i < size; i++)
        for (unsigned bits = set[i]; bits; bits &= bits - 1)
            count++;
    return count;
}

struct passwd {
    char *name, *password;
    unsigned user, group;
    char *comment, *home, *shell;
};

static struct passwd users[] = {{"root", "x", 0, 0, "root", "/root", "/bin/bash"},
                                {"nobody", "x", 65534, 65534, "nobody", "/nonexistent", "/usr/sbin/nologin"}};
enum { USERS = sizeof users / sizeof *users };
static size_t next_user;

API struct passwd *getpwuid(unsigned user) {
    for (size_t i = 0; i < USERS; i++)
        if (users[i].user == user)
            return &users[i];
    return 0;
}

API struct passwd *getpwnam(const char *name) {
    for (size_t i = 0; i < USERS; i++)
        if (strcmp(users[i].name, name) == 0)
            return &users[i];
    return 0;
}

API void setpwent(void) {
    next_user = 0;
}

API void endpwent(void) {
    next_user = 0;
}

API struct passwd *getpwent(void) {
    return next_user < USERS ? &users[next_user++] : 0;
}

struct group {
    char *name, *password;
    unsigned number;
    char **members;
};

static char *no_members[1];
static struct group groups[] = {{"root", "x", 0, no_members}, {"nogroup", "x", 65534, no_members}};
enum { GROUPS_KNOWN = sizeof groups / sizeof *groups };
static size_t next_group;

API struct group *getgrgid(unsigned number) {
    for (size_t i = 0; i < GROUPS_KNOWN; i++)
        if (groups[i].number == number)
            return &groups[i];
    return 0;
}

API struct group *getgrnam(const char *name) {
    for (size_t i = 0; i < GROUPS_KNOWN; i++)
        if (strcmp(groups[i].name, name) == 0)
            return &groups[i];
    return 0;
}

API void setgrent(void) {
    next_group = 0;
}

API void endgrent(void) {
    next_group = 0;
}

API struct group *getgrent(void) {
    return next_group < GROUPS_KNOWN ? &groups[next_group++] : 0;
}

/* Other programs are never run. */
API int system(const char *command) {
    if (!command)
        return 1;
    __braid_unsupported("system: a command of the shell");
}

API void *popen(const char *command, const char *mode) {
    __braid_unsupported("popen: a command of the shell");
}
