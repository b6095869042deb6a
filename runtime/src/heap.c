/* The malloc family over the engine's allocator.
 *
 * A request fails where it fails everywhere: beyond PTRDIFF_MAX, or when the product of calloc overflows; and where the
 * engine has no room for so large an object. A request of symbolic size splits the path at PTRDIFF_MAX, because the program
 * sees a null pointer there. */
#include "runtime.h"

enum { ALIGNMENT = 16 };

INLINE int fits(size_t size) {
    return size <= (size_t)PTRDIFF_MAX;
}

static void *out_of_memory(void) {
    errno = E_NOMEM;
    return 0;
}

static void *allocate(size_t size, size_t align, int zeroed) {
    void *p = fits(size) ? __braid_alloc(size, align, zeroed) : 0;
    return p ? p : out_of_memory();
}

API void *malloc(size_t size) {
    return allocate(size, ALIGNMENT, 0);
}

API void *calloc(size_t count, size_t size) {
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? out_of_memory() : allocate(bytes, ALIGNMENT, 1);
}

API void free(void *p) {
    if (p)
        __braid_free(p);
}

/* A size of 0 frees, as glibc does. */
API void *realloc(void *p, size_t size) {
    if (!p)
        return malloc(size);
    size_t old = __braid_object_size(p);
    if (size == 0) {
        __braid_free(p);
        return 0;
    }
    void *q = malloc(size);
    if (q) {
        memcpy(q, p, smaller(old, size));
        __braid_free(p);
    }
    return q;
}

API void *reallocarray(void *p, size_t count, size_t size) {
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? out_of_memory() : realloc(p, bytes);
}

INLINE int is_power_of_two(size_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

/* The next power of two, at least that of malloc. */
static size_t alignment_for(size_t align) {
    size_t power = ALIGNMENT;
    while (power < align && power <= (size_t)PTRDIFF_MAX / 2)
        power *= 2;
    return power;
}

API void *memalign(size_t align, size_t size) {
    return allocate(size, alignment_for(align), 0);
}

API void *aligned_alloc(size_t align, size_t size) {
    return memalign(align, size);
}

API int posix_memalign(void **result, size_t align, size_t size) {
    if (!is_power_of_two(align) || align % sizeof(void *) != 0)
        return E_INVAL;
    void *p = fits(size) ? __braid_alloc(size, alignment_for(align), 0) : 0;
    if (!p)
        return E_NOMEM;
    *result = p;
    return 0;
}

API size_t malloc_usable_size(void *p) {
    return p ? __braid_object_size(p) : 0;
}
