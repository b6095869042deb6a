// How the programs of the paper are joined: not at all, by conditions, or by the paper's predicates.
#include <assert.h>
#include <braid.h>

#if defined(ITE)
#define JOIN(...) BRAID_MERGE_POINT(ite)
#elif defined(PREDICATES)
#define JOIN(...) BRAID_MERGE_POINT(predicates, __VA_ARGS__)
#else
#define JOIN(...) (void)0
#endif
