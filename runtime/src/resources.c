/* What the system lends a process: its limits. Native runs have the same. */
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
