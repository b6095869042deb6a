/* C++ exceptions: what is thrown, who holds it, when it ends. Finding who catches it and leaving frames is the engine's
 * (_Unwind_RaiseException, _Unwind_Resume), which takes the type from the unwind header and puts there what a handler is
 * given.
 *
 * As in the Itanium C++ ABI: exceptions that are being handled form a stack, the latest on top; `handlers` counts their
 * handlers and is negative while one is thrown again. */
#include "runtime.h"

/* The part before the thrown object. The unwind header is its second half: landing pads know an exception by it. */
typedef struct exception {
    void (*destroy)(void *);
    struct exception *next;
    long handlers;
    long unused;
    uint64_t class;
    void (*cleanup)(int, void *);
    const void *type;
    void *object;
} exception;

static const uint64_t OUR_CLASS = 0x42524443432b2b00; /* "BRDCC++", which the engine knows. */

static exception *handled;
static unsigned flying;
static void (*terminate_handler)(void);

static void *header_of(exception *e) {
    return &e->class;
}

static exception *exception_of(void *header) {
    return (exception *)((char *)header - offsetof(exception, class));
}

API void *__cxa_allocate_exception(size_t size) {
    exception *e = __braid_alloc(sizeof *e + size, 16, 0);
    memset(e, 0, sizeof *e);
    e->class = OUR_CLASS;
    e->object = e + 1;
    return e + 1;
}

API void __cxa_free_exception(void *object) {
    __braid_free((exception *)object - 1);
}

API exception *__cxa_init_primary_exception(void *object, void *type, void (*destroy)(void *)) {
    exception *e = (exception *)object - 1;
    e->type = type;
    e->destroy = destroy;
    return e;
}

static void end(exception *e) {
    if (e->destroy)
        e->destroy(e + 1);
    __cxa_free_exception(e + 1);
}

API void *__cxa_begin_catch(void *header) {
    exception *e = exception_of(header);
    if (*(uint64_t *)header != OUR_CLASS)
        __braid_unsupported("a C++ handler for an exception of another language");
    e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
    flying--;
    if (e != handled) {
        e->next = handled;
        handled = e;
    }
    return e->object;
}

API void *__cxa_get_exception_ptr(void *header) {
    return exception_of(header)->object;
}

API void __cxa_end_catch(void) {
    exception *e = handled;
    if (!e)
        return;
    if (e->handlers < 0) {
        if (++e->handlers == 0)
            handled = e->next;
    } else if (--e->handlers == 0) {
        handled = e->next;
        end(e);
    }
}

/* The program's own end, then ours. */
static NORETURN void terminate_with(exception *e, int promised) {
    void (*handler)(void) = terminate_handler;
    terminate_handler = 0;
    if (handler)
        handler();
    __braid_terminate(e ? e->type : 0, promised);
}

static NORETURN void raise_exception(exception *e) {
    flying++;
    /* Comes back only if nobody catches it: 2 if a function on the way promised to throw nothing. */
    int why = _Unwind_RaiseException(header_of(e));
    __cxa_begin_catch(header_of(e));
    terminate_with(e, why == 2);
}

API NORETURN void __cxa_throw(void *object, void *type, void (*destroy)(void *)) {
    raise_exception(__cxa_init_primary_exception(object, type, destroy));
}

API NORETURN void __cxa_rethrow(void) {
    exception *e = handled;
    if (!e)
        terminate_with(0, 0);
    e->handlers = -e->handlers;
    raise_exception(e);
}

API NORETURN void _ZSt9terminatev(void) {
    terminate_with(handled, 0);
}

API NORETURN void __cxa_call_unexpected(void *header) {
    terminate_with(exception_of(header), 1);
}

API void (*_ZSt13set_terminatePFvvE(void (*handler)(void)))(void) {
    void (*old)(void) = terminate_handler;
    terminate_handler = handler;
    return old;
}

API void (*_ZSt13get_terminatev(void))(void) {
    return terminate_handler;
}

API int _ZSt19uncaught_exceptionsv(void) {
    return (int)flying;
}

API _Bool _ZSt18uncaught_exceptionv(void) {
    return flying != 0;
}
