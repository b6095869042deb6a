/* KLEE's functions, as Braid carries them out: programs that were written for KLEE compile unchanged.
 *
 * The names and signatures are KLEE's; see braid.h for the names of Braid's own. */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Inputs. */

/* Makes the `nbytes` bytes at `addr` symbolic; `name` names the input in tests. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A symbolic int with begin <= value < end. */
int klee_range(int begin, int end, const char *name);

/* A symbolic int. */
int klee_int(const char *name);

/* A number from 0 to n-1, symbolic. */
uintptr_t klee_choose(uintptr_t n);

/* -- Conditions. */

/* Restricts the path to inputs for which `condition` is not 0. */
void klee_assume(uintptr_t condition);

/* Asks tests to satisfy `condition` where they can; paths stay the same. The second form was meant for KLEE's own model
 * of POSIX. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* -- Ends of a path. */

/* Ends the path without a test. */
__attribute__((noreturn)) void klee_silent_exit(int status);

/* Ends the path as abort does. */
__attribute__((noreturn)) void klee_abort(void);

/* Reports an error at `file`:`line` and ends the path; `suffix` is that of the report's file. */
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* An assertion that NDEBUG does not switch off. */
#ifdef __cplusplus
__attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned, const char *) noexcept;
#else
__attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned, const char *);
#endif
#define klee_assert(expr) __extension__({ if (expr) ; else __assert_fail(#expr, __FILE__, __LINE__, __func__); })

/* -- Values. */

/* Whether `n` is symbolic. */
unsigned klee_is_symbolic(uintptr_t n);

/* Whether a test is being replayed natively. */
unsigned klee_is_replay(void);

/* A value that the argument can have here; the path is not restricted to it. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* The size of the object at `ptr`. */
size_t klee_get_obj_size(void *ptr);

/* The value of errno. */
int klee_get_errno(void);

/* -- Messages. */

/* Prints `msg` and the term of the next argument. */
void klee_print_expr(const char *msg, ...);

/* Prints `name` and the range of values that `arg` can have. */
void klee_print_range(const char *name, int arg);

/* Writes a warning into the messages of the run; the second form once for each text. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Writes the stack into the messages of the run. */
void klee_stack_trace(void);

/* -- Memory. */

/* Makes the `nbytes` bytes at the address `addr` an object, all zero. The address is above the first page, below 2^56, and
 * in no other such object. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* Marks an object as not belonging to any function. */
void klee_mark_global(void *object);

/* An error unless the `size` bytes at `address` may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* -- Exploration. */

/* Paths that were opened together are joined where they are closed (--merge=region). */
void klee_open_merge(void);
void klee_close_merge(void);
void klee_merge(void);

/* Whether branches fork from here on. Where they do not, one side is followed and the others are counted as incomplete. */
void klee_set_forking(unsigned enable);

/* Calls of `fn_name` become calls of `new_fn_name`, a function of the same type, on this path. */
void klee_alias_function(const char *fn_name, const char *new_fn_name);
/* The same with a regular expression: declared, so that drivers compile; a path that calls it ends as incomplete. */
void klee_alias_function_regex(const char *fn_regex, const char *new_fn_name);

#ifdef __cplusplus
}
#endif

#endif
