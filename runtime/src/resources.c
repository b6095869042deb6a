/* What the system lends a process: its limits, and how nice it is to others. Native runs have the same. */
#include "runtime.h"

enum { LIMIT_STACK = 3, LIMIT_FILES = 7, LIMITS = 16, STACK_BYTES = 8 << 20, FILES_OPEN = 1024 };

struct limit {
    unsigned long now, most;
};

/* What the program has set. */
static struct set_limit {
    int is_set;
    struct limit limit;
} limits[LIMITS];

int getpid(void);

/* The stack has 8 MiB, there are 1024 descriptors, and nothing else is limited. */
API int getrlimit(int resource, struct limit *limit) {
    if (resource < 0 || resource >= LIMITS)
        return fail_with(E_INVAL);
    unsigned long some = resource == LIMIT_STACK ? STACK_BYTES : resource == LIMIT_FILES ? FILES_OPEN : ULONG_MAX;
    *limit = limits[resource].is_set ? limits[resource].limit : (struct limit){some, some};
    return 0;
}

#if UINTPTR_MAX == UINT64_MAX
API int getrlimit64(int resource, struct limit *limit) {
    return getrlimit(resource, limit);
}
#endif

/* Limits are remembered, and can only be made lower; nothing comes near to them. */
API int setrlimit(int resource, const struct limit *wanted) {
    struct limit own;
    if (getrlimit(resource, &own))
        return -1;
    if (wanted->now > wanted->most)
        return fail_with(E_INVAL);
    if (wanted->most > own.most)
        return fail_with(E_PERM);
    if (wanted->now != own.now || wanted->most != own.most)
        limits[resource] = (struct set_limit){1, *wanted};
    return 0;
}

#if UINTPTR_MAX == UINT64_MAX
API int setrlimit64(int resource, const struct limit *wanted) {
    return setrlimit(resource, wanted);
}

API int prlimit(int process, int resource, const struct limit *wanted, struct limit *old) {
    if (process != 0 && process != getpid())
        return fail_with(E_SRCH);
    if (old && getrlimit(resource, old))
        return -1;
    return wanted ? setrlimit(resource, wanted) : 0;
}

API int prlimit64(int process, int resource, const struct limit *wanted, struct limit *old) {
    return prlimit(process, resource, wanted, old);
}
#endif

/* `struct rusage`: a program uses nothing that is counted. */
struct usage {
    struct {
        long seconds, microseconds;
    } user, system;
    long counts[14];
};

API int getrusage(int who, struct usage *to) {
    enum { OF_CHILDREN = -1, OF_THREAD = 1 };
    if (who < OF_CHILDREN || who > OF_THREAD)
        return fail_with(E_INVAL);
    memset(to, 0, sizeof *to);
    return 0;
}

API int getloadavg(double to[], int count) {
    int told = count < 3 ? count : 3;
    for (int at = 0; at < told; at++)
        to[at] = 0;
    return told;
}

API int sched_getcpu(void) {
    return 0;
}

API int getcpu(unsigned *processor, unsigned *node) {
    if (processor)
        *processor = 0;
    if (node)
        *node = 0;
    return 0;
}

/* Programs without privileges run as all others do. */
API int sched_getscheduler(int process) {
    return 0;
}

API int sched_getparam(int process, int *urgency) {
    *urgency = 0;
    return 0;
}

API int sched_setscheduler(int process, int policy, const int *urgency) {
    if (policy < 0 || policy > 5 || (policy == 0 && *urgency))
        return fail_with(E_INVAL);
    if (policy == 1 || policy == 2)
        return fail_with(E_PERM);
    return 0;
}

API int sched_setaffinity(int process, size_t size, const unsigned char *set) {
    if (size && set[0] & 1)
        return 0;
    return fail_with(E_INVAL);
}

/* What is asked of the kernel about the process itself: its name. */
API int prctl(int what, ...) {
    enum { SET_NAME = 15, GET_NAME = 16, SET_NO_PRIVILEGES = 38, GET_NO_PRIVILEGES = 39, SET_DUMPABLE = 4, SET_DEATH_SIGNAL = 1, NAME_SIZE = 16 };
    static char own_name[NAME_SIZE];
    va_list list;
    va_start(list, what);
    char *name = va_arg(list, char *);
    va_end(list);
    switch (what) {
    case SET_NAME:
        strncpy(own_name, name, NAME_SIZE - 1);
        return 0;
    case GET_NAME:
        if (!*own_name)
            __braid_unsupported("prctl: the name of the process");
        memcpy(name, own_name, NAME_SIZE);
        return 0;
    case SET_NO_PRIVILEGES:
    case SET_DUMPABLE:
    case SET_DEATH_SIGNAL: return 0;
    case GET_NO_PRIVILEGES: return 1;
    default: __braid_unsupported("prctl of something else than names and privileges");
    }
}

enum { OF_PROCESS = 0, OF_USER = 2, NICE_LEAST = -20, NICE_MOST = 19 };

static int niceness;

/* Whether there is such a process, group of processes or user: only the program's own; errno is set otherwise. The program leads no group. */
static int is_own(int which, unsigned who) {
    if (which < OF_PROCESS || which > OF_USER)
        return errno = E_INVAL, 0;
    unsigned own = which == OF_USER ? 1000 : (unsigned)getpid();
    return who == 0 || (who == own && which != 1) ? 1 : (errno = E_SRCH, 0);
}

API int getpriority(int which, unsigned who) {
    return is_own(which, who) ? niceness : -1;
}

/* Who is no administrator can only be nicer than before. */
API int setpriority(int which, unsigned who, int wanted) {
    if (!is_own(which, who))
        return -1;
    int value = wanted < NICE_LEAST ? NICE_LEAST : wanted > NICE_MOST ? NICE_MOST : wanted;
    if (value < niceness)
        return fail_with(E_ACCES);
    niceness = value;
    return 0;
}

API int nice(int step) {
    if (setpriority(OF_PROCESS, 0, niceness + step))
        return fail_with(E_PERM);
    return niceness;
}
