/* Threads by their names in C11: those of POSIX, with other results. */
#include "threads.h"

enum result { SUCCESS, BUSY, ERROR, NO_MEMORY, TIMED_OUT };
enum { MTX_RECURSIVE = 1 };

static int result_of(int error) {
    switch (error) {
    case 0: return SUCCESS;
    case E_BUSY: return BUSY;
    case E_NOMEM: return NO_MEMORY;
    case E_TIMEDOUT: return TIMED_OUT;
    default: return ERROR;
    }
}

/* What a thread of C11 begins with: its result is a number. */
struct beginning {
    int (*start)(void *);
    void *argument;
};

static void *run_beginning(void *given) {
    struct beginning beginning = *(struct beginning *)given;
    free(given);
    return (void *)(intptr_t)beginning.start(beginning.argument);
}

API int thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
    struct beginning *beginning = malloc(sizeof *beginning);
    if (!beginning)
        return NO_MEMORY;
    *beginning = (struct beginning){start, argument};
    return result_of(pthread_create(thread, 0, run_beginning, beginning));
}

API int thrd_join(unsigned long thread, int *result) {
    void *given = 0;
    int error = pthread_join(thread, &given);
    if (!error && result)
        *result = (int)(intptr_t)given;
    return result_of(error);
}

API int thrd_detach(unsigned long thread) {
    return result_of(pthread_detach(thread));
}

API NORETURN void thrd_exit(int result) {
    pthread_exit((void *)(intptr_t)result);
}

API unsigned long thrd_current(void) {
    return __braid_thread + 1UL;
}

API int thrd_equal(unsigned long a, unsigned long b) {
    return a == b;
}

API void thrd_yield(void) {
    sched_yield();
}

API int thrd_sleep(const struct moment *wanted, struct moment *left) {
    int error = clock_nanosleep(0, 0, wanted, left);
    return error == 0 ? 0 : error == E_INTR ? -1 : -2;
}

int pthread_mutex_init(void *mutex, const int *kind);
int pthread_mutex_destroy(void *mutex);
int pthread_once(int *done, void (*run)(void));
int pthread_cond_signal(void *condition);
int pthread_cond_broadcast(void *condition);

API int mtx_init(void *mutex, int kind) {
    int options = kind & MTX_RECURSIVE;
    return result_of(pthread_mutex_init(mutex, &options));
}

API void mtx_destroy(void *mutex) {
    pthread_mutex_destroy(mutex);
}

API int mtx_lock(void *mutex) {
    return result_of(pthread_mutex_lock(mutex));
}

API int mtx_trylock(void *mutex) {
    return result_of(pthread_mutex_trylock(mutex));
}

API int mtx_timedlock(void *mutex, const struct moment *until) {
    return result_of(pthread_mutex_timedlock(mutex, until));
}

API int mtx_unlock(void *mutex) {
    return result_of(pthread_mutex_unlock(mutex));
}

API int cnd_init(void *condition) {
    return result_of(pthread_cond_init(condition, 0));
}

API void cnd_destroy(void *condition) {
    pthread_cond_destroy(condition);
}

API int cnd_signal(void *condition) {
    return result_of(pthread_cond_signal(condition));
}

API int cnd_broadcast(void *condition) {
    return result_of(pthread_cond_broadcast(condition));
}

API int cnd_wait(void *condition, void *mutex) {
    return result_of(pthread_cond_wait(condition, mutex));
}

API int cnd_timedwait(void *condition, void *mutex, const struct moment *until) {
    return result_of(pthread_cond_timedwait(condition, mutex, until));
}

API int tss_create(unsigned *key, void (*destroy)(void *)) {
    return result_of(pthread_key_create(key, destroy));
}

API void tss_delete(unsigned key) {
    pthread_key_delete(key);
}

API void *tss_get(unsigned key) {
    return pthread_getspecific(key);
}

API int tss_set(unsigned key, void *value) {
    return result_of(pthread_setspecific(key, value));
}

API void call_once(int *done, void (*run)(void)) {
    pthread_once(done, run);
}
