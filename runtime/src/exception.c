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
    /* How many objects of std::exception_ptr hold it; they keep it beyond its last handler. */
    int owners;
    /* Whether it is thrown or handled. */
    int alive;
    uint64_t class __attribute__((aligned(16)));
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

static void end_if_unused(exception *e) {
    if (e->alive || e->owners)
        return;
    if (e->destroy)
        e->destroy(e + 1);
    __cxa_free_exception(e + 1);
}

static void end(exception *e) {
    e->alive = 0;
    end_if_unused(e);
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
    e->alive = 1;
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

/* std::exception_ptr: the address of a thrown object, or null. */
static exception *held_by(void *const *pointer) {
    return (exception *)*pointer - 1;
}

/* _M_addref, _M_release, and the constructor from an object. */
API void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void **pointer) {
    held_by(pointer)->owners++;
}

API void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void **pointer) {
    exception *e = held_by(pointer);
    e->owners--;
    *pointer = 0;
    end_if_unused(e);
}

API void _ZNSt15__exception_ptr13exception_ptrC1EPv(void **pointer, void *object) {
    *pointer = object;
    if (object)
        held_by(pointer)->owners++;
}

/* std::current_exception */
API void _ZSt17current_exceptionv(void **result) {
    *result = handled ? handled + 1 : 0;
    if (handled)
        handled->owners++;
}

/* std::rethrow_exception. The one exception is thrown again, which takes that nobody handles it meanwhile. */
API NORETURN void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(void **pointer) {
    exception *e = held_by(pointer);
    if (e->alive)
        __braid_unsupported("std::rethrow_exception of an exception that is being handled");
    raise_exception(e);
}
