/* Locks. Threads run one after the other, each until it ends or waits (spawn.c): whoever wants a lock that another holds lets others run. */
#include "threads.h"

API unsigned __braid_thread;

API void __braid_wait_for_ever(void) {
    __braid_unsupported("deadlock: the only thread waits");
}

/* As far as glibc's headers initialise it: all zero, but for the kind. */
typedef struct {
    int locked;
    unsigned count;
    int owner;
#if UINTPTR_MAX == UINT64_MAX
    unsigned users;
#endif
    int kind;
} mutex;

enum { RECURSIVE = 1, CHECKING = 2, KINDS = 3 };

/* Whether this thread holds a lock. */
static int is_held(const mutex *m) {
    return m->locked && m->owner == (int)__braid_thread + 1;
}

API int pthread_mutex_init(mutex *m, const int *kind) {
    *m = (mutex){.kind = kind ? *kind & KINDS : 0};
    return 0;
}

API int pthread_mutex_destroy(mutex *m) {
    return m->locked ? E_BUSY : 0;
}

API int pthread_mutex_trylock(mutex *m) {
    if (m->locked && !(m->kind == RECURSIVE && is_held(m)))
        return E_BUSY;
    m->locked = 1;
    m->owner = (int)__braid_thread + 1;
    m->count++;
    return 0;
}

API int pthread_mutex_lock(mutex *m) {
    if (!pthread_mutex_trylock(m))
        return 0;
    if (m->kind == CHECKING && is_held(m))
        return E_DEADLK;
    WAIT_WHILE(pthread_mutex_trylock(m));
    return 0;
}

API int pthread_mutex_unlock(mutex *m) {
    if ((m->kind == RECURSIVE || m->kind == CHECKING) && !is_held(m))
        return E_PERM;
    m->count -= m->count > 0;
    m->locked = m->count > 0;
    m->owner = m->locked ? m->owner : 0;
    return 0;
}

API int pthread_mutexattr_init(int *kind) {
    *kind = 0;
    return 0;
}

API int pthread_mutexattr_destroy(int *kind) {
    return 0;
}

enum { ONCE_RUNS = 1, ONCE_DONE = 2 };

API int pthread_once(int *done, void (*run)(void)) {
    WAIT_WHILE(*done == ONCE_RUNS);
    if (!*done) {
        *done = ONCE_RUNS;
        run();
        *done = ONCE_DONE;
    }
    return 0;
}

API unsigned long pthread_self(void) {
    return __braid_thread + 1UL;
}

API int pthread_equal(unsigned long a, unsigned long b) {
    return a == b;
}

API int pthread_cond_signal(void *condition) {
    if (__braid_wake)
        __braid_wake(condition, 1);
    return 0;
}

API int pthread_cond_broadcast(void *condition) {
    if (__braid_wake)
        __braid_wake(condition, UINT_MAX);
    return 0;
}

/* std::call_once leaves what to call here. */
API _Thread_local void *_ZSt15__once_callable;
API _Thread_local void (*_ZSt11__once_call)(void);

API void __once_proxy(void) {
    _ZSt11__once_call();
}
