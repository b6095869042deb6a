/* Locks. Threads run one after the other (spawn.c): whoever wants a lock gets it, or waits for ever, which is told. */
#include "threads.h"

API unsigned __braid_thread;

API void __braid_wait_for_ever(void) {
    if (__braid_thread)
        __braid_unsupported("a thread waits for another one: threads run one after the other, each from its creation to its end");
    __braid_unsupported("deadlock: the first thread waits, and all others have ended");
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

enum { RECURSIVE = 1, CHECKING = 2 };

/* Whether this thread holds a lock. */
static int is_held(const mutex *m) {
    return m->locked && m->owner == (int)__braid_thread + 1;
}

API int pthread_mutex_init(mutex *m, const int *kind) {
    *m = (mutex){.kind = kind ? *kind : 0};
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
    __braid_wait_for_ever();
}

API int pthread_mutex_unlock(mutex *m) {
    if (m->kind && !is_held(m))
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

API int pthread_mutexattr_settype(int *kind, int wanted) {
    *kind = wanted;
    return 0;
}

API int pthread_mutexattr_destroy(int *kind) {
    return 0;
}

API int pthread_once(int *done, void (*run)(void)) {
    if (!*done) {
        run();
        *done = 2;
    }
    return 0;
}

API unsigned long pthread_self(void) {
    return __braid_thread + 1UL;
}

API int pthread_equal(unsigned long a, unsigned long b) {
    return a == b;
}

/* Nobody waits. */
API int pthread_cond_signal(void *condition) {
    return 0;
}

API int pthread_cond_broadcast(void *condition) {
    return 0;
}

/* std::call_once leaves what to call here. */
API _Thread_local void *_ZSt15__once_callable;
API _Thread_local void (*_ZSt11__once_call)(void);

API void __once_proxy(void) {
    _ZSt11__once_call();
}
