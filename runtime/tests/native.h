/* The runtime against the libc of the machine: shared by the files of the test.
 *
 * The runtime is compiled natively and its symbols renamed with the prefix rt_, so that both can be in one program. Under
 * the address sanitizer every object ends where its memory ends: a byte read too many is a crash. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>

/* The sanitizer stands before some functions of the libc and changes what they do at the edges. */
#if __has_feature(address_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* The runtime's version of a function that the machine's headers declare. */
#define RT(name) extern __typeof__(name) rt_##name

/* What the primitives saw. */
extern char *written;
extern size_t written_count;
extern int all_symbolic;
extern const char *last_unsupported;

/* How a call ended. */
enum ending { RETURNED, EXITED, ABORTED, ASSERTED, UNSUPPORTED };
enum ending ending_of(void (*call)(void), int *code);

/* A pseudo-random number, from a fixed seed; below n. */
uint64_t random_bits(void);
uint64_t below(uint64_t n);

/* Memory that ends where it ends. */
char *block(size_t n);
/* A random string of at most `most` characters out of `alphabet`, in memory of its own. */
char *random_string(size_t most, const char *alphabet);
char *copy_of(const char *s);

/* Says what differs, and counts. */
void differ(const char *what, const char *format, ...);

#define CHECK(condition, ...)                                                                                         \
    do {                                                                                                              \
        checks++;                                                                                                     \
        if (!(condition))                                                                                             \
            differ(#condition, __VA_ARGS__);                                                                          \
    } while (0)

extern unsigned long checks;

void test_strings(void);
void test_memory(void);
void test_characters(void);
void test_integers(void);
void test_addresses(void);
void test_charsets(void);
void test_reals(void);
void test_printf(void);
void test_rest(void);
void test_kinds(void);
void test_streams(void);
void test_scanf(void);
void test_options(void);
void test_dates(void);
void test_wide(void);
void test_wide_io(void);
void test_searches(void);
void test_odds(void);
void test_accounts(void);
void test_patterns(void);
