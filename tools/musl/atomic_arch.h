/* In place of musl's header of this name: the compiler's own atomic operation, from which musl makes all others. */
#define a_cas a_cas
static inline int a_cas(volatile int *p, int expected, int wanted) {
	return __sync_val_compare_and_swap(p, expected, wanted);
}
#define a_cas_p a_cas_p
static inline void *a_cas_p(volatile void *p, void *expected, void *wanted) {
	return __sync_val_compare_and_swap((void *volatile *)p, expected, wanted);
}
