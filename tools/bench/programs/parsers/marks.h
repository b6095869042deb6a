// Marks by hand around the body of a loop: what qce-static is measured against. Without -DMARKS they are nothing.
#include <assert.h>
#include <klee/klee.h>
#ifdef MARKS
#define OPEN() klee_open_merge()
#define CLOSE() klee_close_merge()
#else
#define OPEN() (void)0
#define CLOSE() (void)0
#endif
