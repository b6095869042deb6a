/* Threads one after the other: a thread runs when it is made, until it ends or waits, and then its maker goes on. When the first thread waits, those that
 * wait are tried in turn. Other orders are left out, which is told.
 *
 * A thread that waits is taken off the stack with all its frames (__braid_thread_park) and put onto the first thread's when it is tried again, so that a
 * thread is always run by somebody below it: by its maker, or by the first. What belongs to it besides is kept in its own frames. */
#include "threads.h"

/* Waits while a condition holds, up to a moment of the clock; returns with this if it has come before. */
#define WAIT_UNTIL(condition, until, late) \
    while (condition)                      \
        if (__braid_suspend(until))        \
            return late;                   \
    __braid_moved();

/* Whether the thread that runs has been told to end; ends it if so (cancel.c). */
static int is_cancelled(void);
static void test_cancelled(void);

enum { THREADS = 64, KEYS = 64, JUMP_WORDS = 32, KEY_ROUNDS = 4 };

struct moment {
    long seconds, nanoseconds;
};

static struct thread {
    void *result;
    int ended, joined;
    int is_waiting; /* taken off the stack */
    int is_late; /* the moment until which it waits has come */
    unsigned since; /* its place among those who wait to be woken */
    const void *waits_for; /* what it waits to be woken for */
    const struct moment *until;
    struct cleanup *cleanups; /* what it runs if it is ended early (cancel.c) */
    int is_cancelled, keeps_on, at_once; /* it is to end; it does not want to know; it may end anywhere */
} threads[THREADS];
static unsigned thread_count;

/* Whether a thread has got what it waited for since the first thread has tried them. */
static int has_moved;

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
int clock_nanosleep(int clock, int flags, const struct moment *wanted, struct moment *left);
extern char __libc_single_threaded;

/* What is a thread's own beside its frames, while another one runs. */
struct context {
    void *specific[KEYS];
    uintptr_t *end;
    struct handler *handlers;
    void *variables;
    unsigned thread;
    int error;
};

/* Keeps what is the running thread's own, under a number that nothing else is kept under. */
static void put_aside(struct context *own, unsigned number) {
    memcpy(own->specific, specific, sizeof specific);
    memset(specific, 0, sizeof specific);
    own->end = thread_end;
    own->handlers = __braid_swap_thread_handlers(0);
    own->variables = __braid_thread_enter(number);
    own->thread = __braid_thread;
    own->error = errno;
    errno = 0;
}

static void take_back(const struct context *own) {
    memcpy(specific, own->specific, sizeof specific);
    thread_end = own->end;
    __braid_swap_thread_handlers(own->handlers);
    __braid_thread_leave(own->variables);
    __braid_thread = own->thread;
    errno = own->error;
}

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

/* A thread from its beginning to its end: the lowest of its frames. */
static void run_thread(unsigned number, void *(*start)(void *), void *argument) {
    uintptr_t end[JUMP_WORDS];
    thread_end = end;
    __braid_thread = number;
    if (!_setjmp(end))
        threads[number].result = start(argument);
    __braid_run_thread_handlers();
    destroy_specific();
    threads[number].ended = has_moved = 1;
}

/* Lets a thread run: a new one if there is something to start, else one that waits. */
static void let_run(unsigned number, void *(*start)(void *), void *argument) {
    struct context own;
    put_aside(&own, number);
    __braid_thread_begin();
    if (start)
        run_thread(number, start, argument);
    else
        __braid_thread_resume(number);
    __braid_thread_end();
    take_back(&own);
}

/* Tries all threads that wait. */
static int try_others(void) {
    has_moved = 0;
    for (unsigned number = 1; number <= thread_count; number++)
        if (threads[number].is_waiting)
            let_run(number, 0, 0);
    return has_moved;
}

static int is_earlier(const struct moment *a, const struct moment *b) {
    return a->seconds < b->seconds || (a->seconds == b->seconds && a->nanoseconds < b->nanoseconds);
}

/* Nobody can go on: the clock moves to the first moment that somebody waits for, who goes on then. Returns 1 if it is the first thread. */
static int pass_to_next(const struct moment *until) {
    const struct moment *next = until;
    unsigned who = 0;
    for (unsigned number = 1; number <= thread_count; number++) {
        const struct moment *other = threads[number].is_waiting ? threads[number].until : 0;
        if (other && (!next || is_earlier(other, next))) {
            next = other;
            who = number;
        }
    }
    if (!next)
        __braid_unsupported("deadlock: all threads wait");
    clock_nanosleep(0, 1, next, 0);
    if (!who)
        return 1;
    threads[who].is_late = 1;
    let_run(who, 0, 0);
    return 0;
}

API int __braid_suspend(const struct moment *until) {
    unsigned number = __braid_thread;
    struct context own;
    if (!number)
        return try_others() ? 0 : pass_to_next(until);
    struct thread *thread = &threads[number];
    thread->is_waiting = 1;
    thread->until = until;
    put_aside(&own, THREADS + number);
    __braid_thread_park(number);
    take_back(&own);
    int is_late = thread->is_late;
    thread->is_waiting = thread->is_late = 0;
    thread->until = 0;
    return is_late;
}

API void __braid_moved(void) {
    has_moved = 1;
}

/* Nobody is waited for: the thread goes on when the others had their turn. */
static void let_others(void) {
    if (!thread_count)
        return;
    if (!__braid_thread) {
        try_others();
        return;
    }
    __braid_suspend(0);
    has_moved = 1;
}

/* Who sleeps can be ended. */
API void __braid_yield(void) {
    test_cancelled();
    let_others();
    test_cancelled();
}

API int __braid_block(const void *address, const struct moment *until) {
    struct thread *own = &threads[__braid_thread];
    int is_late = 0;
    own->since = 0;
    for (unsigned number = 0; number <= thread_count; number++)
        if (threads[number].waits_for && threads[number].since >= own->since)
            own->since = threads[number].since + 1;
    own->waits_for = address;
    while (own->waits_for && !is_late)
        is_late = __braid_suspend(until);
    is_late = is_late && own->waits_for;
    own->waits_for = 0;
    own->since = 0;
    has_moved = 1;
    return is_late;
}

API unsigned __braid_wake(const void *address, unsigned most) {
    unsigned woken = 0;
    for (; woken < most; woken++) {
        struct thread *first = 0;
        for (unsigned number = 0; number <= thread_count; number++)
            if (threads[number].waits_for == address && (!first || threads[number].since < first->since))
                first = &threads[number];
        if (!first)
            break;
        first->waits_for = 0;
    }
    return woken;
}

/* The lowest number that no thread has any more. */
static unsigned free_number(void) {
    unsigned number = 1;
    while (number <= thread_count && !(threads[number].ended && threads[number].joined))
        number++;
    return number;
}

API int pthread_create(unsigned long *thread, const struct thread_options *options, void *(*start)(void *), void *argument) {
    unsigned number = free_number();
    if (number == THREADS)
        __braid_unsupported("more threads than there is room for");
    __braid_incomplete("threads run one after the other, each until it ends or waits: other orders are left out");
    thread_count += number > thread_count;
    *thread = number + 1;
    __libc_single_threaded = 0;
    threads[number] = (struct thread){.joined = begins_detached(options)};
    let_run(number, start, argument);
    return 0;
}

/* The thread of this name, if it can be waited for; the error otherwise. */
static int find_joinable(unsigned long name, struct thread **thread) {
    if (name == __braid_thread + 1UL)
        return E_DEADLK;
    if (name < 1 || name > thread_count + 1)
        return E_SRCH;
    *thread = &threads[name - 1];
    return (*thread)->joined ? E_INVAL : 0;
}

/* Takes the result of a thread that has ended. */
static int take_result(struct thread *thread, void **result) {
    if (result)
        *result = thread->result;
    *thread = (struct thread){.ended = 1, .joined = 1};
    return 0;
}

API int pthread_join(unsigned long name, void **result) {
    struct thread *thread;
    int error = find_joinable(name, &thread);
    if (error)
        return error;
    test_cancelled();
    WAIT_WHILE(!thread->ended && !is_cancelled());
    test_cancelled();
    return take_result(thread, result);
}

API int pthread_tryjoin_np(unsigned long name, void **result) {
    struct thread *thread;
    int error = find_joinable(name, &thread);
    return error ? error : thread->ended ? take_result(thread, result) : E_BUSY;
}

API int pthread_timedjoin_np(unsigned long name, void **result, const struct moment *until) {
    struct thread *thread;
    int error = find_joinable(name, &thread);
    if (error)
        return error;
    WAIT_UNTIL(!thread->ended, until, E_TIMEDOUT)
    return take_result(thread, result);
}

API int pthread_clockjoin_np(unsigned long name, void **result, int clock, const struct moment *until) {
    return pthread_timedjoin_np(name, result, until);
}

API int pthread_detach(unsigned long name) {
    if (name < 1 || name > thread_count + 1)
        return E_SRCH;
    if (threads[name - 1].joined)
        return E_INVAL;
    threads[name - 1].joined = 1;
    return 0;
}

static int is_left(void) {
    for (unsigned number = 1; number <= thread_count; number++)
        if (!threads[number].ended)
            return 1;
    return 0;
}

/* When the first thread ends itself, the program ends with the last of the others. */
static NORETURN void end_thread(void) {
    if (__braid_thread)
        longjmp(thread_end, 1);
    __braid_run_thread_handlers();
    threads[0].ended = 1;
    while (is_left())
        __braid_suspend(0);
    exit(0);
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

int pthread_mutex_lock(void *mutex);
int pthread_mutex_unlock(void *mutex);
int pthread_mutex_trylock(void *mutex);

/* All clocks of the model show the same time. */
API int pthread_cond_clockwait(void *condition, void *mutex, int clock, const struct moment *until) {
    test_cancelled();
    pthread_mutex_unlock(mutex);
    int is_late = __braid_block(condition, until);
    pthread_mutex_lock(mutex);
    test_cancelled();
    return is_late ? E_TIMEDOUT : 0;
}

API int pthread_cond_timedwait(void *condition, void *mutex, const struct moment *until) {
    return pthread_cond_clockwait(condition, mutex, 0, until);
}

API int pthread_mutex_timedlock(void *mutex, const struct moment *until) {
    WAIT_UNTIL(pthread_mutex_trylock(mutex), until, E_TIMEDOUT)
    return 0;
}

API int pthread_mutex_clocklock(void *mutex, int clock, const struct moment *until) {
    return pthread_mutex_timedlock(mutex, until);
}

API int pthread_cond_wait(void *condition, void *mutex) {
    return pthread_cond_clockwait(condition, mutex, 0, 0);
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
    WAIT_WHILE(pthread_rwlock_tryrdlock(lock));
    return 0;
}

API int pthread_rwlock_wrlock(int *lock) {
    WAIT_WHILE(pthread_rwlock_trywrlock(lock));
    return 0;
}

API int pthread_rwlock_timedrdlock(int *lock, const struct moment *until) {
    WAIT_UNTIL(pthread_rwlock_tryrdlock(lock), until, E_TIMEDOUT)
    return 0;
}

API int pthread_rwlock_timedwrlock(int *lock, const struct moment *until) {
    WAIT_UNTIL(pthread_rwlock_trywrlock(lock), until, E_TIMEDOUT)
    return 0;
}

API int pthread_rwlock_clockrdlock(int *lock, int clock, const struct moment *until) {
    return pthread_rwlock_timedrdlock(lock, until);
}

API int pthread_rwlock_clockwrlock(int *lock, int clock, const struct moment *until) {
    return pthread_rwlock_timedwrlock(lock, until);
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
    test_cancelled();
    WAIT_WHILE(!*semaphore && !is_cancelled());
    test_cancelled();
    --*semaphore;
    return 0;
}

API int sem_getvalue(unsigned *semaphore, int *value) {
    *value = (int)*semaphore;
    return 0;
}

static int late(void) {
    errno = E_TIMEDOUT;
    return -1;
}

API int sem_timedwait(unsigned *semaphore, const struct moment *until) {
    WAIT_UNTIL(!*semaphore, until, late())
    --*semaphore;
    return 0;
}

API int sem_clockwait(unsigned *semaphore, int clock, const struct moment *until) {
    return sem_timedwait(semaphore, until);
}

/* A barrier: how many it is for, how many have come, and how often it was opened. */
struct barrier {
    unsigned count, come, opened;
};
enum { SERIAL_THREAD = -1 };

API int pthread_barrier_init(struct barrier *barrier, const void *attributes, unsigned count) {
    if (!count)
        return E_INVAL;
    *barrier = (struct barrier){.count = count};
    return 0;
}

API int pthread_barrier_destroy(struct barrier *barrier) {
    return 0;
}

API int pthread_barrier_wait(struct barrier *barrier) {
    unsigned opened = barrier->opened;
    if (++barrier->come < barrier->count) {
        WAIT_WHILE(barrier->opened == opened);
        return 0;
    }
    barrier->come = 0;
    barrier->opened++;
    return SERIAL_THREAD;
}

API int pthread_setname_np(unsigned long thread, const char *name) {
    return 0;
}

API int sched_yield(void) {
    let_others();
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

/* std::condition_variable: it is a condition of C, and the lock begins with the mutex that it holds. */
API void _ZNSt18condition_variableC1Ev(void *condition) {
    pthread_cond_init(condition, 0);
}

API void _ZNSt18condition_variableD1Ev(void *condition) {
}

API void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void *condition, void **lock) {
    pthread_cond_wait(condition, *lock);
}

API void _ZNSt18condition_variable10notify_oneEv(void *condition) {
    __braid_wake(condition, 1);
}

API void _ZNSt18condition_variable10notify_allEv(void *condition) {
    __braid_wake(condition, UINT_MAX);
}
