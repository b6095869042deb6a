/* The allocator of Rust programs: the functions that rustc leaves to the final link. And their start.
 *
 * Since 1.87 their names carry a part that differs from one rustc to the next
 * (_RNvCs..._7___rustc12___rust_alloc). The loader takes such a name for the plain one that stands here. */
#include "runtime.h"

API void *__rust_alloc(size_t size, size_t align) {
    return __braid_alloc(size, align, 0);
}

API void *__rust_alloc_zeroed(size_t size, size_t align) {
    return __braid_alloc(size, align, 1);
}

API void __rust_dealloc(void *p, size_t size, size_t align) {
    __braid_free(p);
}

API void *__rust_realloc(void *p, size_t old, size_t align, size_t size) {
    void *q = __braid_alloc(size, align, 0);
    if (q) {
        memcpy(q, p, smaller(old, size));
        __braid_free(p);
    }
    return q;
}

API NORETURN void __rust_alloc_error_handler(size_t size, size_t align) {
    __braid_abort();
}

/* A variable until 1.88, then a function. */
API unsigned char __rust_no_alloc_shim_is_unstable;
API void __rust_no_alloc_shim_is_unstable_v2(void) {}
API unsigned char __rust_alloc_error_handler_should_panic;
API unsigned char __rust_alloc_error_handler_should_panic_v2(void) {
    return 0;
}

/* The end of a program that uses the library: the loader puts the library's own in this place. */
API void __rust_cleanup(void) {}

/* std::process::exit */
API NORETURN void __rust_exit(int code) {
    __rust_cleanup();
    exit(code);
}

/* What the library's start does, without threads, signals and a hook for panics: it calls main, which comes as a closure. Of
 * its table the first three words tell size and end, the next the ways to call it: once, mutably, and by reference. */
API long __rust_lang_start(void *closure, void **table, long argc, char **argv, unsigned char signals) {
    long code = ((int (*)(void *))table[5])(closure);
    __rust_cleanup();
    return code;
}

/* The keys of a hash table: any are as good as others, so one choice stands for all. The order of a table's entries is then
 * one of many, as in every run of the program. */
struct keys {
    uint64_t first, second;
};
API struct keys __rust_hash_keys(void) {
    return (struct keys){ 0x0123456789abcdef, 0xfedcba9876543210 };
}
