/* What threads and locks are asked to be like. All of it is kept and told again; what changes something is the kind of a mutex (threads.c) and
 * whether a thread is detached (spawn.c). There is one processor, and nobody is more urgent than others. */
#include "threads.h"

enum { MODES = 2, STACK_LEAST = 16384, STACK_USUAL = 8 << 20, GUARD_USUAL = 4096, POLICIES = 3, URGENT_LEAST = 1, URGENT_MOST = 99 };

/* `pthread_attr_t`, as far as programs cannot tell. */
struct thread_options {
    int detached, scope, inherits, policy, urgency;
    size_t guard;
    void *stack;
    size_t stack_size;
};
_Static_assert(sizeof(struct thread_options) <= (sizeof(void *) == 8 ? 56 : 36), "the size of pthread_attr_t");

API int pthread_attr_init(struct thread_options *options) {
    *options = (struct thread_options){.guard = GUARD_USUAL, .stack_size = STACK_USUAL};
    return 0;
}

API int pthread_attr_destroy(struct thread_options *options) {
    return 0;
}

/* Whether a thread that is made so is detached from the beginning. */
static int begins_detached(const struct thread_options *options) {
    return options && options->detached;
}

/* A property of two values, 0 and 1. */
#define SWITCH(of, type, member, name)                                \
    API int pthread_##of##_set##name(type *options, int wanted) {     \
        if (wanted < 0 || wanted >= MODES)                            \
            return E_INVAL;                                           \
        options->member = wanted;                                     \
        return 0;                                                     \
    }                                                                 \
    API int pthread_##of##_get##name(const type *options, int *to) {  \
        *to = options->member;                                        \
        return 0;                                                     \
    }

SWITCH(attr, struct thread_options, detached, detachstate)
SWITCH(attr, struct thread_options, inherits, inheritsched)

/* Linux has threads that compete with all others of the system, and no others. */
API int pthread_attr_setscope(struct thread_options *options, int wanted) {
    return wanted == 0 ? 0 : wanted == 1 ? E_NOTSUP : E_INVAL;
}

API int pthread_attr_getscope(const struct thread_options *options, int *to) {
    *to = 0;
    return 0;
}

API int pthread_attr_setschedpolicy(struct thread_options *options, int wanted) {
    if (wanted < 0 || wanted >= POLICIES)
        return E_INVAL;
    options->policy = wanted;
    return 0;
}

API int pthread_attr_getschedpolicy(const struct thread_options *options, int *to) {
    *to = options->policy;
    return 0;
}

static int is_urgency(int policy, int wanted) {
    return policy == 0 ? wanted == 0 : wanted >= URGENT_LEAST && wanted <= URGENT_MOST;
}

API int pthread_attr_setschedparam(struct thread_options *options, const int *wanted) {
    if (!is_urgency(options->policy, *wanted))
        return E_INVAL;
    options->urgency = *wanted;
    return 0;
}

API int pthread_attr_getschedparam(const struct thread_options *options, int *to) {
    *to = options->urgency;
    return 0;
}

API int pthread_attr_setstacksize(struct thread_options *options, size_t size) {
    if (size < STACK_LEAST)
        return E_INVAL;
    options->stack_size = size;
    return 0;
}

API int pthread_attr_getstacksize(const struct thread_options *options, size_t *to) {
    *to = options->stack_size;
    return 0;
}

API int pthread_attr_setguardsize(struct thread_options *options, size_t size) {
    options->guard = size;
    return 0;
}

API int pthread_attr_getguardsize(const struct thread_options *options, size_t *to) {
    *to = options->guard;
    return 0;
}

/* Threads have stacks of their own all the same. */
API int pthread_attr_setstack(struct thread_options *options, void *stack, size_t size) {
    if (size < STACK_LEAST)
        return E_INVAL;
    options->stack = stack;
    options->stack_size = size;
    return 0;
}

API int pthread_attr_getstack(const struct thread_options *options, void **stack, size_t *size) {
    *stack = options->stack;
    *size = options->stack_size;
    return 0;
}

/* `pthread_mutexattr_t` is one number: the kind in the lowest bits, which is what pthread_mutex_init takes. */
enum { KIND_BITS = 0, KINDS = 4, SHARED_BIT = 8, ROBUST_BIT = 9, PROTOCOL_BIT = 10, PROTOCOLS = 3 };

#define FIELD(name, at, count)                                              \
    API int pthread_mutexattr_set##name(int *options, int wanted) {         \
        enum { MASK = (count) > 2 ? 3 : 1 };                                \
        if (wanted < 0 || wanted >= (count))                                \
            return E_INVAL;                                                 \
        *options = (*options & ~(MASK << (at))) | wanted << (at);           \
        return 0;                                                           \
    }                                                                       \
    API int pthread_mutexattr_get##name(const int *options, int *to) {      \
        *to = *options >> (at) & ((count) > 2 ? 3 : 1);                     \
        return 0;                                                           \
    }

FIELD(type, KIND_BITS, KINDS)
FIELD(kind_np, KIND_BITS, KINDS)
FIELD(pshared, SHARED_BIT, MODES)
FIELD(robust, ROBUST_BIT, MODES)
FIELD(protocol, PROTOCOL_BIT, PROTOCOLS)

/* Attributes of conditions, locks of readers and writers, and barriers: numbers. The clock of a condition is in its upper half. */
#define PLAIN_OPTIONS(of)                                             \
    API int pthread_##of##_init(int *options) {                       \
        *options = 0;                                                 \
        return 0;                                                     \
    }                                                                 \
    API int pthread_##of##_destroy(int *options) {                    \
        return 0;                                                     \
    }                                                                 \
    API int pthread_##of##_setpshared(int *options, int wanted) {     \
        if (wanted < 0 || wanted >= MODES)                           \
            return E_INVAL;                                           \
        *options = (*options & ~1) | wanted;                          \
        return 0;                                                     \
    }                                                                 \
    API int pthread_##of##_getpshared(const int *options, int *to) {  \
        *to = *options & 1;                                           \
        return 0;                                                     \
    }

PLAIN_OPTIONS(condattr)
PLAIN_OPTIONS(barrierattr)

enum { CLOCK_BIT = 1, CLOCKS_OF_CONDITIONS = 2 };

API int pthread_condattr_setclock(int *options, int clock) {
    if (clock < 0 || clock >= CLOCKS_OF_CONDITIONS)
        return E_INVAL;
    *options = (*options & 1) | clock << CLOCK_BIT;
    return 0;
}

API int pthread_condattr_getclock(const int *options, int *to) {
    *to = *options >> CLOCK_BIT & 1;
    return 0;
}

/* `pthread_rwlockattr_t`: who goes first, and whether processes share it. */
API int pthread_rwlockattr_init(int options[2]) {
    options[0] = options[1] = 0;
    return 0;
}

API int pthread_rwlockattr_destroy(int options[2]) {
    return 0;
}

API int pthread_rwlockattr_setpshared(int options[2], int wanted) {
    if (wanted < 0 || wanted >= MODES)
        return E_INVAL;
    options[1] = wanted;
    return 0;
}

API int pthread_rwlockattr_getpshared(const int options[2], int *to) {
    *to = options[1];
    return 0;
}

API int pthread_rwlockattr_setkind_np(int options[2], int wanted) {
    if (wanted < 0 || wanted > 2)
        return E_INVAL;
    options[0] = wanted;
    return 0;
}

API int pthread_rwlockattr_getkind_np(const int options[2], int *to) {
    *to = options[0];
    return 0;
}

/* Who runs when is not asked for by programs without privileges; what is there is told. */
API int sched_get_priority_max(int policy) {
    if (policy >= 0 && policy < POLICIES)
        return policy ? URGENT_MOST : 0;
    errno = E_INVAL;
    return -1;
}

API int sched_get_priority_min(int policy) {
    if (policy >= 0 && policy < POLICIES)
        return policy ? URGENT_LEAST : 0;
    errno = E_INVAL;
    return -1;
}

API int pthread_getschedparam(unsigned long thread, int *policy, int *urgency) {
    *policy = *urgency = 0;
    return 0;
}

API int pthread_setschedparam(unsigned long thread, int policy, const int *urgency) {
    if (policy < 0 || policy >= POLICIES || !is_urgency(policy, *urgency))
        return E_INVAL;
    return policy ? E_PERM : 0;
}

API int pthread_setconcurrency(int wanted) {
    return wanted < 0 ? E_INVAL : 0;
}

API int pthread_getconcurrency(void) {
    return 0;
}
