/* Threads that are ended early: by themselves, or by others at the next place where they may be (deferred cancellation, as POSIX has it): waiting for a
 * condition, a semaphore or the end of another thread, sleeping, and where the program asks. What was pushed by pthread_cleanup_push runs first, the
 * newest first; each is a place that longjmp goes to. */
#include "threads.h"

/* `__pthread_unwind_buf_t`. */
struct cleanup {
#if UINTPTR_MAX == UINT64_MAX
    long place[8];
#else
    int place[6];
#endif
    int with_signals;
    struct cleanup *older;
    void *rest[3];
};

#define CANCELLED ((void *)-1)

static struct thread *running(void) {
    return &threads[__braid_thread];
}

static int is_cancelled(void) {
    return running()->is_cancelled && !running()->keeps_on;
}

/* To the newest place that is to be cleaned up, or to the end. */
static NORETURN void leave_thread(void) {
    struct cleanup *newest = running()->cleanups;
    if (newest)
        longjmp(newest, 1);
    end_thread();
}

API NORETURN void pthread_exit(void *result) {
    running()->result = result;
    running()->keeps_on = 1;
    leave_thread();
}

static void test_cancelled(void) {
    if (is_cancelled())
        pthread_exit(CANCELLED);
}

API void pthread_testcancel(void) {
    test_cancelled();
}

API int pthread_cancel(unsigned long name) {
    if (name < 1 || name > thread_count + 1)
        return E_SRCH;
    threads[name - 1].is_cancelled = 1;
    /* Who waits to be woken looks. */
    if (!threads[name - 1].keeps_on)
        threads[name - 1].waits_for = 0;
    return 0;
}

enum { STATES = 2 };

API int pthread_setcancelstate(int state, int *old) {
    if (state < 0 || state >= STATES)
        return E_INVAL;
    if (old)
        *old = running()->keeps_on;
    running()->keeps_on = state;
    return 0;
}

/* A thread that may be ended anywhere is ended where it could be before: nobody else runs meanwhile. */
API int pthread_setcanceltype(int type, int *old) {
    if (type < 0 || type >= STATES)
        return E_INVAL;
    if (old)
        *old = running()->at_once;
    running()->at_once = type;
    if (type)
        test_cancelled();
    return 0;
}

/* What pthread_cleanup_push and pthread_cleanup_pop are made of. */
API void __pthread_register_cancel(struct cleanup *place) {
    place->older = running()->cleanups;
    running()->cleanups = place;
}

API void __pthread_unregister_cancel(struct cleanup *place) {
    running()->cleanups = place->older;
}

API NORETURN void __pthread_unwind_next(struct cleanup *place) {
    running()->cleanups = place->older;
    leave_thread();
}

/* Nothing is made that handlers for children would run in. */
API int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
    return 0;
}

API int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *library) {
    return 0;
}
