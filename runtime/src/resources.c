/* What the system lends a process: its limits, and how nice it is to others. Native runs have the same. */
#include "runtime.h"

enum { LIMIT_STACK = 3, LIMIT_FILES = 7, LIMITS = 16, STACK_BYTES = 8 << 20, FILES_OPEN = 1024 };

struct limit {
    unsigned long now, most;
};

/* The stack has 8 MiB, there are 1024 descriptors, and nothing else is limited. */
API int getrlimit(int resource, struct limit *limit) {
    if (resource < 0 || resource >= LIMITS) {
        errno = E_INVAL;
        return -1;
    }
    unsigned long some = resource == LIMIT_STACK ? STACK_BYTES : resource == LIMIT_FILES ? FILES_OPEN : ULONG_MAX;
    *limit = (struct limit){some, some};
    return 0;
}

#if UINTPTR_MAX == UINT64_MAX
API int getrlimit64(int resource, struct limit *limit) {
    return getrlimit(resource, limit);
}
#endif

enum { OF_PROCESS = 0, OF_USER = 2, NICE_LEAST = -20, NICE_MOST = 19 };

int getpid(void);

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
    if (value < niceness) {
        errno = E_ACCES;
        return -1;
    }
    niceness = value;
    return 0;
}

API int nice(int step) {
    if (setpriority(OF_PROCESS, 0, niceness + step)) {
        errno = E_PERM;
        return -1;
    }
    return niceness;
}

/* Waits for a signal; the program is alone, and the clock sends none. */
API int pause(void) {
    __braid_unsupported("pause: the program waits for a signal that nobody sends");
}
