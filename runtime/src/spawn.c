/* Threads one after the other: a thread runs when it is made, from its beginning to its end, and then its maker goes on. Other orders are left out,
 * which is told. A thread that would wait for another one ends its path by name. */
#include "threads.h"

enum { THREADS = 64, KEYS = 64, JUMP_WORDS = 32, KEY_ROUNDS = 4 };

static struct thread {
    void *result;
    int ended, joined;
} threads[THREADS];
static unsigned thread_count;

/* What belongs to keys in the thread that runs, and how it is destroyed. A key that is free has no user. */
static void *specific[KEYS];
static struct key {
    void (*destroy)(void *);
    int used;
} keys[KEYS];

/* Where the thread that runs goes when it ends itself. */
static uintptr_t *thread_end;

int _setjmp(void *buffer) __attribute__((returns_twice));
NORETURN void longjmp(void *buffer, int value);
extern char __libc_single_threaded;

static void destroy_specific(void) {
    for (int round = 0; round < KEY_ROUNDS; round++)
        for (unsigned at = 0; at < KEYS; at++) {
            void *value = specific[at];
            if (!value || !keys[at].destroy)
                continue;
            specific[at] = 0;
            keys[at].destroy(value);
        }
}

/* Runs a thread; nothing of the thread that made it is seen in it but memory. */
static void run_thread(unsigned number, void *(*start)(void *), void *argument) {
    uintptr_t end[JUMP_WORDS], *end_before = thread_end;
    void *specific_before[KEYS];
    unsigned maker = __braid_thread;
    int error = errno;
    struct handler *handlers = __braid_swap_thread_handlers(0);
    void *variables = __braid_thread_enter(number);
    memcpy(specific_before, specific, sizeof specific);
    memset(specific, 0, sizeof specific);
    thread_end = end;
    __braid_thread = number;
    errno = 0;
    if (!_setjmp(end))
        threads[number].result = start(argument);
    __braid_run_thread_handlers();
    destroy_specific();
    threads[number].ended = 1;
    errno = error;
    __braid_thread = maker;
    thread_end = end_before;
    memcpy(specific, specific_before, sizeof specific);
    __braid_thread_leave(variables);
    __braid_swap_thread_handlers(handlers);
}

API int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument) {
    if (thread_count + 1 == THREADS)
        __braid_unsupported("more threads than there is room for");
    __braid_incomplete("threads run one after the other, each from its creation to its end: other orders are left out");
    unsigned number = ++thread_count;
    *thread = number + 1;
    __libc_single_threaded = 0;
    run_thread(number, start, argument);
    return 0;
}

API int pthread_join(unsigned long thread, void **result) {
    if (thread == __braid_thread + 1UL)
        return E_DEADLK;
    if (thread < 2 || thread > thread_count + 1 || threads[thread - 1].joined)
        return thread == 1 ? (__braid_wait_for_ever(), 0) : E_SRCH;
    if (!threads[thread - 1].ended)
        __braid_wait_for_ever();
    if (result)
        *result = threads[thread - 1].result;
    threads[thread - 1] = (struct thread){0, 1, 1};
    return 0;
}

API int pthread_detach(unsigned long thread) {
    if (thread > 1 && thread <= thread_count + 1)
        threads[thread - 1].joined = 1;
    return 0;
}

/* The first thread ends when all others have. */
API NORETURN void pthread_exit(void *result) {
    if (!__braid_thread) {
        __braid_run_thread_handlers();
        exit(0);
    }
    threads[__braid_thread].result = result;
    longjmp(thread_end, 1);
}

API int pthread_key_create(unsigned *key, void (*destroy)(void *)) {
    for (unsigned at = 0; at < KEYS; at++)
        if (!keys[at].used) {
            keys[at] = (struct key){destroy, 1};
            *key = at;
            return 0;
        }
    return E_AGAIN;
}

API int pthread_key_delete(unsigned key) {
    if (key >= KEYS || !keys[key].used)
        return E_INVAL;
    keys[key] = (struct key){0, 0};
    specific[key] = 0;
    return 0;
}

API void *pthread_getspecific(unsigned key) {
    return key < KEYS ? specific[key] : 0;
}

API int pthread_setspecific(unsigned key, const void *value) {
    if (key >= KEYS || !keys[key].used)
        return E_INVAL;
    specific[key] = (void *)value;
    return 0;
}

/* Nobody comes to wake who waits for a condition. */
API int pthread_cond_wait(void *condition, void *mutex) {
    __braid_wait_for_ever();
}

struct moment;
int clock_nanosleep(int clock, int flags, const struct moment *wanted, struct moment *left);

API int pthread_cond_timedwait(void *condition, void *mutex, const struct moment *until) {
    clock_nanosleep(0, 1, until, 0);
    return E_TIMEDOUT;
}

API int pthread_cond_init(void *condition, const void *attributes) {
    *(long *)condition = 0;
    return 0;
}

API int pthread_cond_destroy(void *condition) {
    return 0;
}

/* A lock of readers and one writer: how many read, or -1. */
API int pthread_rwlock_init(int *lock, const void *attributes) {
    *lock = 0;
    return 0;
}

API int pthread_rwlock_destroy(int *lock) {
    return 0;
}

API int pthread_rwlock_tryrdlock(int *lock) {
    if (*lock < 0)
        return E_BUSY;
    ++*lock;
    return 0;
}

API int pthread_rwlock_trywrlock(int *lock) {
    if (*lock)
        return E_BUSY;
    *lock = -1;
    return 0;
}

API int pthread_rwlock_rdlock(int *lock) {
    if (pthread_rwlock_tryrdlock(lock))
        __braid_wait_for_ever();
    return 0;
}

API int pthread_rwlock_wrlock(int *lock) {
    if (pthread_rwlock_trywrlock(lock))
        __braid_wait_for_ever();
    return 0;
}

API int pthread_rwlock_unlock(int *lock) {
    *lock -= *lock > 0 ? 1 : *lock;
    return 0;
}

API int sem_init(unsigned *semaphore, int shared, unsigned value) {
    *semaphore = value;
    return 0;
}

API int sem_destroy(unsigned *semaphore) {
    return 0;
}

API int sem_post(unsigned *semaphore) {
    ++*semaphore;
    return 0;
}

API int sem_trywait(unsigned *semaphore) {
    if (!*semaphore) {
        errno = E_AGAIN;
        return -1;
    }
    --*semaphore;
    return 0;
}

API int sem_wait(unsigned *semaphore) {
    if (sem_trywait(semaphore))
        __braid_wait_for_ever();
    return 0;
}

API int sem_getvalue(unsigned *semaphore, int *value) {
    *value = (int)*semaphore;
    return 0;
}

/* What a thread may be asked to be like changes nothing. */
API int pthread_attr_init(void *attributes) {
    *(long *)attributes = 0;
    return 0;
}

API int pthread_attr_destroy(void *attributes) {
    return 0;
}

API int pthread_attr_setstacksize(void *attributes, size_t size) {
    return size < 16384 ? E_INVAL : 0;
}

API int pthread_attr_setdetachstate(void *attributes, int state) {
    return 0;
}

API int pthread_setname_np(unsigned long thread, const char *name) {
    return 0;
}

API int sched_yield(void) {
    return 0;
}

/* Rust's library looks for one function that it can do without. */
API void *dlsym(void *library, const char *name) {
    if (strcmp(name, "__pthread_get_minstack") != 0)
        __braid_unsupported("dlsym of a symbol that is looked for by its name");
    return 0;
}

/* std::thread: what it runs is an object with a table of functions: two destructors, the second of which frees, and run. */
struct thread_state {
    void (**functions)(struct thread_state *);
};

static void *run_state(void *state) {
    struct thread_state *run = state;
    run->functions[2](run);
    run->functions[1](run);
    return 0;
}

API void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    unsigned long *thread, struct thread_state **owner, void (*unused)(void)) {
    struct thread_state *state = *owner;
    *owner = 0;
    pthread_create(thread, 0, run_state, state);
}

API void _ZNSt6thread4joinEv(unsigned long *thread) {
    pthread_join(*thread, 0);
    *thread = 0;
}

API void _ZNSt6thread6detachEv(unsigned long *thread) {
    pthread_detach(*thread);
    *thread = 0;
}

API void _ZNSt6thread6_StateD2Ev(struct thread_state *state) {
}

API unsigned _ZNSt6thread20hardware_concurrencyEv(void) {
    return 1;
}

extern const void *const _ZTVN10__cxxabiv117__class_type_infoE[8];
API const struct {
    const void *const *kind;
    const char *name;
} _ZTINSt6thread6_StateE = {&_ZTVN10__cxxabiv117__class_type_infoE[2], "NSt6thread6_StateE"};
