/* The ends of a program: exit with its handlers, abort, failed assertions.
 *
 * The order is glibc's: destructors of the thread, then handlers of atexit, on_exit and C++, newest first (the
 * oldest of which empties std::cout), then functions with the attribute destructor; last the streams of C are flushed. Only exit does so: _exit, quick_exit and abort leave in the
 * streams what is in them. */
#include "stream.h"

/* A handler of atexit (no argument, or the code) or of a destructor. */
struct handler {
    void (*run)(void *argument, int code);
    void *argument;
    void *library;
    struct handler *next;
};

static struct handler *handlers, *quick_handlers, *thread_handlers;

static int add_handler(struct handler **list, void (*run)(void *, int), void *argument, void *library) {
    struct handler *handler = __braid_alloc(sizeof *handler, 16, 0);
    *handler = (struct handler){run, argument, library, *list};
    *list = handler;
    return 0;
}

/* Newest first; a handler may add others, which come next. */
static void run_handlers(struct handler **list, int code) {
    while (*list) {
        struct handler *handler = *list;
        *list = handler->next;
        handler->run(handler->argument, code);
        __braid_free(handler);
    }
}

static void run_plain(void *function, int code) {
    ((void (*)(void))function)();
}

/* A destructor of C++ or a handler of on_exit keeps its own argument, so it needs room for two. */
struct bound {
    void *function, *argument;
};

static struct bound *bind(void *function, void *argument) {
    struct bound *bound = __braid_alloc(sizeof *bound, 16, 0);
    *bound = (struct bound){function, argument};
    return bound;
}

static void run_destructor(void *p, int code) {
    struct bound bound = *(struct bound *)p;
    __braid_free(p);
    ((void (*)(void *))bound.function)(bound.argument);
}

static void run_on_exit(void *p, int code) {
    struct bound bound = *(struct bound *)p;
    __braid_free(p);
    ((void (*)(int, void *))bound.function)(code, bound.argument);
}

API int atexit(void (*function)(void)) {
    return add_handler(&handlers, run_plain, (void *)function, 0);
}

API int at_quick_exit(void (*function)(void)) {
    return add_handler(&quick_handlers, run_plain, (void *)function, 0);
}

API int on_exit(void (*function)(int, void *), void *argument) {
    return add_handler(&handlers, run_on_exit, bind((void *)function, argument), 0);
}

API int __cxa_atexit(void (*destructor)(void *), void *argument, void *library) {
    return add_handler(&handlers, run_destructor, bind((void *)destructor, argument), library);
}

API int __cxa_thread_atexit(void (*destructor)(void *), void *argument, void *library) {
    return add_handler(&thread_handlers, run_destructor, bind((void *)destructor, argument), library);
}

API int __cxa_thread_atexit_impl(void (*destructor)(void *), void *argument, void *library) {
    return __cxa_thread_atexit(destructor, argument, library);
}

struct handler *__braid_swap_thread_handlers(struct handler *list) {
    struct handler *before = thread_handlers;
    thread_handlers = list;
    return before;
}

void __braid_run_thread_handlers(void) {
    run_handlers(&thread_handlers, 0);
}

API int __cxa_at_quick_exit(void (*function)(void *), void *library) {
    return add_handler(&quick_handlers, run_destructor, bind((void *)function, 0), library);
}

/* Runs the handlers of one library, all of them for null. A program is one library here. Those of on_exit belong to none. */
API void __cxa_finalize(void *library) {
    struct handler **at = &handlers;
    while (*at) {
        struct handler *handler = *at;
        if (handler->run == run_on_exit) {
            at = &handler->next;
            continue;
        }
        *at = handler->next;
        handler->run(handler->argument, 0);
        __braid_free(handler);
        at = &handlers;
    }
}

/* The destructors without a priority, or those with one, in their order. */
static void run_destructors(int with_priority) {
    void (*destructor)(void);
    for (size_t at = 0; (destructor = __braid_destructor(at, with_priority)); at++)
        destructor();
}

/* Once: if a destructor calls exit, the others do not run. Handlers that destructors without a priority add come before
 * those with one, except those of on_exit, which come last. */
static void run_all_destructors(void) {
    static int begun;
    if (begun)
        return;
    begun = 1;
    run_destructors(0);
    __cxa_finalize(0);
    run_destructors(1);
}

/* Where a handler calls exit, those that are left run with the new code. Most programs leave nothing to do, and every path of theirs comes
 * here: for them it is one look and one call. */
API NORETURN void exit(int code) {
    if (!thread_handlers && !handlers && !__braid_file_flush)
        __braid_finish(code);
    run_handlers(&thread_handlers, code);
    run_handlers(&handlers, code);
    __braid_flush(3);
    run_all_destructors();
    run_handlers(&handlers, code);
    __braid_flush(1);
    if (__braid_file_flush)
        __braid_file_flush(0);
    __braid_exit(code);
}

API NORETURN void quick_exit(int code) {
    run_handlers(&quick_handlers, code);
    __braid_exit(code);
}

API NORETURN void _exit(int code) {
    __braid_exit(code);
}

API NORETURN void _Exit(int code) {
    __braid_exit(code);
}

API NORETURN void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    __braid_assert_fail(expression, file, line, function);
}

API NORETURN void __assert(const char *expression, const char *file, int line) {
    __braid_assert_fail(expression, file, (unsigned)line, "");
}

API NORETURN void __assert_perror_fail(int code, const char *file, unsigned line, const char *function) {
    __braid_assert_fail(strerror(code), file, line, function);
}

API NORETURN void __stack_chk_fail(void) {
    __braid_abort();
}

API NORETURN void __chk_fail(void) {
    __braid_abort();
}
