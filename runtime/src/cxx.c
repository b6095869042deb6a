/* What C++ programs need before their library: operator new and delete, guards of static variables, pure virtual calls. */
#include "runtime.h"

API void *__dso_handle;

static void *new_or_null(size_t size, size_t align) {
    return size > (size_t)PTRDIFF_MAX ? 0 : __braid_alloc(size, align, 0);
}

static void *new_object(size_t size, size_t align) {
    void *p = new_or_null(size, align);
    if (!p)
        _ZSt17__throw_bad_allocv();
    return p;
}

/* The letter of size_t in mangled names. */
#if UINTPTR_MAX == UINT64_MAX
#define SIZE_LETTER m
#else
#define SIZE_LETTER j
#endif

/* Plain, nothrow, aligned, aligned and nothrow; of one object and of arrays. */
#define OPERATOR_NEW(name) OPERATOR_NEW_(name, SIZE_LETTER)
#define OPERATOR_NEW_(name, m) OPERATOR_NEW__(name, m)
#define OPERATOR_NEW__(name, m)                                                                                       \
    API void *name##m(size_t size) { return new_object(size, 16); }                                                   \
    API void *name##m##RKSt9nothrow_t(size_t size, const void *tag) { return new_or_null(size, 16); }                   \
    API void *name##m##St11align_val_t(size_t size, size_t align) { return new_object(size, align); }                   \
    API void *name##m##St11align_val_tRKSt9nothrow_t(size_t size, size_t align, const void *tag) {                      \
        return new_or_null(size, align);                                                                              \
    }

OPERATOR_NEW(_Znw)
OPERATOR_NEW(_Zna)

/* Plain, sized, nothrow, and the same aligned. */
#define OPERATOR_DELETE(name) OPERATOR_DELETE_(name, SIZE_LETTER)
#define OPERATOR_DELETE_(name, m) OPERATOR_DELETE__(name, m)
#define OPERATOR_DELETE__(name, m)                                                                                    \
    API void name(void *p) { free(p); }                                                                               \
    API void name##m(void *p, size_t size) { free(p); }                                                               \
    API void name##RKSt9nothrow_t(void *p, const void *tag) { free(p); }                                              \
    API void name##St11align_val_t(void *p, size_t align) { free(p); }                                                \
    API void name##m##St11align_val_t(void *p, size_t size, size_t align) { free(p); }                                  \
    API void name##St11align_val_tRKSt9nothrow_t(void *p, size_t align, const void *tag) { free(p); }

OPERATOR_DELETE(_ZdlPv)
OPERATOR_DELETE(_ZdaPv)

/* Whether the program has one thread: counts of shared pointers then change without atomic operations. */
API char __libc_single_threaded = 1;

/* std::nothrow. */
API const char _ZSt7nothrow[1];

/* std::allocator of characters, whose members are left to the library. It has no state. */
#define ALLOCATOR(type)                                                                                                \
    API void _ZNSaI##type##EC1Ev(void *allocator) {}                                                                  \
    API void _ZNSaI##type##EC2Ev(void *allocator) {}                                                                  \
    API void _ZNSaI##type##EC1ERKS_(void *allocator, const void *other) {}                                            \
    API void _ZNSaI##type##EC2ERKS_(void *allocator, const void *other) {}                                            \
    API void _ZNSaI##type##ED1Ev(void *allocator) {}                                                                  \
    API void _ZNSaI##type##ED2Ev(void *allocator) {}

ALLOCATOR(c)
ALLOCATOR(w)

/* std::ios_base::Init: every file that includes <iostream> makes one. It prepares the streams, which are ready. */
API void _ZNSt8ios_base4InitC1Ev(void *init) {}
API void _ZNSt8ios_base4InitD1Ev(void *init) {}

/* A static variable's guard: its first byte says that the variable is ready. */
API int __cxa_guard_acquire(uint64_t *guard) {
    return *(const char *)guard == 0;
}

API void __cxa_guard_release(uint64_t *guard) {
    *(char *)guard = 1;
}

API void __cxa_guard_abort(uint64_t *guard) {}

API NORETURN void __cxa_pure_virtual(void) {
    __braid_abort();
}

API NORETURN void __cxa_deleted_virtual(void) {
    __braid_abort();
}
