// What a generated program needs: inputs, and marks of statements.
//
// S stands before every statement, L around every condition of a loop. Explored by Braid they mean nothing; in a native
// build (GAUNTLET_NATIVE) they record the line and count the steps, so that the harness knows where and when a sanitizer
// reported a fault without a symbolizer.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifdef GAUNTLET_NATIVE
extern unsigned gauntlet_line, gauntlet_steps;
extern int gauntlet_zero;
void gauntlet_tick(unsigned line);
long gauntlet_choose(long count);
#define S gauntlet_tick(__LINE__);
// A constant index that no compiler knows: the address sanitizer does not look at accesses that clang takes for safe.
#define I(index) ((index) + gauntlet_zero)
#define L(condition) (gauntlet_tick(__LINE__), (condition))
// What a function returns is computed at its own line.
#define F(value)                                                                                                       \
    ({                                                                                                                 \
        unsigned caller = gauntlet_line;                                                                               \
        gauntlet_tick(__LINE__);                                                                                       \
        int result = (value);                                                                                          \
        gauntlet_line = caller;                                                                                        \
        result;                                                                                                        \
    })
// A variable without a value has one in builds that fill memory: a number its largest or smallest.
#ifdef GAUNTLET_FILL
#define EXTREME(name)                                                                                                  \
    __builtin_memset((void *)&name, GAUNTLET_FILL > 127 ? 0 : 255, sizeof name);                                       \
    ((unsigned char *)&name)[sizeof name - 1] = GAUNTLET_FILL;
#define UNWRITTEN(name) __builtin_memset((void *)&name, GAUNTLET_FILL, sizeof name);
#else
#define EXTREME(name)
#define UNWRITTEN(name)
#endif
#define INPUT(type, name, low, high) type name = (type)((low) + gauntlet_choose((high) - (low) + 1));
#define TEXT(name, size)                                                                                               \
    char name[size];                                                                                                   \
    for (int at = 0; at < (size); at++)                                                                                \
        name[at] = "\0ab"[gauntlet_choose(3)];
// The memory sanitizer does not look at sizes and addresses by itself. Other builds remember sizes: with them they tell
// whether a run depends on what memory holds that was never written.
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
void gauntlet_uninitialized(void);
#define DEFINED(value)                                                                                                 \
    ({                                                                                                                 \
        __typeof__((value) + 0) defined = (value) + 0;                                                                 \
        if (__msan_test_shadow(&defined, sizeof defined) != -1) {                                                      \
            gauntlet_uninitialized();                                                                                  \
            __msan_unpoison(&defined, sizeof defined);                                                                 \
        }                                                                                                              \
        defined;                                                                                                       \
    })
#define SIZE(value) DEFINED(value)
#else
long gauntlet_size(long size);
#define DEFINED(value) (value)
#define SIZE(value) gauntlet_size(value)
#endif
#define malloc(size) malloc(SIZE(size))
#define calloc(count, size) calloc(SIZE(count), size)
#define free(address) free(DEFINED(address))
#define memset(to, byte, size) memset(DEFINED(to), byte, SIZE(size))
#define memmove(to, from, size) memmove(DEFINED(to), DEFINED(from), SIZE(size))
#define memcmp(a, b, size) memcmp(DEFINED(a), DEFINED(b), SIZE(size))
#define LENGTH(value) SIZE(value)
#else
#include <klee/klee.h>
#define S
#define I(index) (index)
#define LENGTH(value) (value)
#define L(condition) (condition)
#define F(value) (value)
#define EXTREME(name)
#define UNWRITTEN(name)
#define INPUT(type, name, low, high)                                                                                   \
    type name;                                                                                                         \
    klee_make_symbolic(&name, sizeof name, #name);                                                                     \
    klee_assume((name >= (low)) & (name <= (high)));
#define TEXT(name, size)                                                                                               \
    char name[size];                                                                                                   \
    klee_make_symbolic(name, size, #name);                                                                             \
    for (int at = 0; at < (size); at++)                                                                                \
        klee_assume((name[at] == 0) | (name[at] == 'a') | (name[at] == 'b'));
#endif
