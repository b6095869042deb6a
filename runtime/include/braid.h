/* What a program can say to Braid.
 *
 * The functions are carried out by Braid and defined nowhere; a program that calls them runs under Braid, or replays a
 * test that Braid wrote. KLEE's names (klee/klee.h) mean the same. */
#ifndef BRAID_H
#define BRAID_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define BRAID_NORETURN __attribute__((noreturn))
#else
#define BRAID_NORETURN
#endif

/* -- Inputs. Each call is one input of the test, under its name; equal names are told apart by their order. */

/* Makes the bytes of an object symbolic: from here on they may be anything. The object may be part of a larger one. */
void braid_symbolic(void *object, size_t size, const char *name);

/* A symbolic int. */
int braid_int(const char *name);

/* A symbolic int with low <= value < high. */
int braid_range(int low, int high, const char *name);

/* A number from 0 to n-1, one path for each. */
uintptr_t braid_choose(uintptr_t n);

/* -- Conditions. */

/* From here on only paths on which `condition` holds are of interest; a path on which it cannot hold ends. Conditions that
 * are joined by && and || are taken as a whole. */
void braid_assume(uintptr_t condition);

/* Where a test can choose, it should choose such that `condition` holds. Changes no path. */
void braid_prefer(void *object, uintptr_t condition);

/* -- Ends of a path. */

/* Reports a bug at this place and ends the path. `kind` names the files of the report: test000001.KIND.err. */
BRAID_NORETURN void braid_report_error(const char *file, int line, const char *message, const char *kind);

/* Ends the path without a test. */
BRAID_NORETURN void braid_silent_exit(int code);

/* Ends the path as abort does. */
BRAID_NORETURN void braid_abort(void);

/* -- Looking at values. */

/* Whether the value is symbolic, 0 or 1. */
unsigned braid_is_symbolic(uintptr_t value);

/* Whether a test is being replayed natively, 0 or 1: 0 under Braid. */
unsigned braid_is_replay(void);

/* A value that the argument can have on this path; nothing is assumed. */
int32_t braid_value_i32(int32_t value);
int64_t braid_value_i64(int64_t value);

/* The size of the object that begins at `object`. */
size_t braid_object_size(void *object);

/* Prints a message and the term of a value. */
void braid_print_expr(const char *message, ...);

/* Prints a message and the least and the largest value that an int can have. */
void braid_print_range(const char *message, int value);

/* A warning in the messages of the run; the second form once per message. */
void braid_warning(const char *message);
void braid_warning_once(const char *message);

/* The calls that led here, in the messages of the run. */
void braid_stack_trace(void);

/* -- Exploration. */

/* States that reach the second call are joined with those that left the first one together with them, under
 * --merge=region. */
void braid_merge_begin(void);
void braid_merge_end(void);

/* A merge point: states that meet here become one under --merge=lattice, by a join operator.
 *
 *     BRAID_MERGE_POINT(ite);                             values become choices by condition: nothing is forgotten
 *     BRAID_MERGE_POINT(sign);                            of each value that differs its sign is kept
 *     BRAID_MERGE_POINT(interval);                        its least and its greatest value
 *     BRAID_MERGE_POINT(predicates, y >= x, y != 0);      which of the predicates hold, whatever states there are
 *
 * Predicates are expressions over the variables in scope. They are evaluated in every state that comes here and, for the joined values, in the
 * state that they become; so they may neither store nor call nor branch: write & for && and | for ||. They are meant for code that is not
 * optimised: an optimiser may compute them elsewhere. Natively a merge point does nothing. */
void braid_merge_point(const char *name);
void braid_predicates(int none, ...);
#define BRAID_MERGE_POINT(...) BRAID_MERGE_POINT_(__VA_ARGS__, 0)
#define BRAID_MERGE_POINT_(name, ...)                                                                                  \
  do {                                                                                                                 \
    braid_merge_point(#name);                                                                                          \
    braid_predicates(0, __VA_ARGS__);                                                                                  \
  } while (0)

/* Whether the path may fork (1, the default) or takes one side of each branch (0). */
void braid_set_forking(unsigned enable);

/* A fault unless the `size` bytes at `address` may be accessed. */
void braid_check_memory_access(const void *address, size_t size);

#ifdef __cplusplus
}
#endif

#endif
