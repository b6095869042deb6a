/* What a program under replay calls: inputs, assumptions, errors. Shared by the replay harness, which reads a test file,
 * and by exported tests, which carry their bytes. Whoever includes it defines the functions below and, before,
 * BRAID_API (how the functions are defined: weak, so that a program's own definition wins). */

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The next input: fills `bytes` bytes. A null `name` takes whatever comes next. */
static void braid_next_input(void *to, size_t bytes, const char *name);
/* The input of the test contradicts an assumption of the program, or is used up: the test is not for this program. */
static void braid_misfit(const char *what, const char *detail) __attribute__((noreturn));
/* The program reports an error of its own, then ends. */
static void braid_error(const char *kind, const char *text, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));
/* The program ends without a claim. */
static void braid_end(int code) __attribute__((noreturn));
/* The program asks what only Braid knows. */
static void braid_unknown(const char *function) __attribute__((noreturn));

/* KLEE's functions (klee/klee.h). */
BRAID_API void klee_make_symbolic(void *to, size_t bytes, const char *name) {
  if (bytes)
    braid_next_input(to, bytes, name && *name ? name : "unnamed");
}
BRAID_API int klee_int(const char *name) {
  int value = 0;
  klee_make_symbolic(&value, sizeof value, name);
  return value;
}
BRAID_API int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  if (value < begin || value >= end)
    braid_misfit("klee_range does not hold", name);
  return value;
}
BRAID_API uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value = 0;
  klee_make_symbolic(&value, sizeof value, "choose");
  if (value >= n)
    braid_misfit("klee_choose does not hold", 0);
  return value;
}
BRAID_API void klee_assume(uintptr_t condition) {
  if (!condition)
    braid_misfit("klee_assume does not hold", 0);
}
BRAID_API __attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                           const char *suffix) {
  (void)suffix;
  braid_error("error", message, file, (unsigned)line, 0);
}
BRAID_API __attribute__((noreturn)) void klee_assert_fail(const char *expression, const char *file, unsigned line,
                                                          const char *function) {
  braid_error("assert", expression, file, line, function);
}
BRAID_API __attribute__((noreturn)) void klee_abort(void) { abort(); }
BRAID_API __attribute__((noreturn)) void klee_silent_exit(int code) { braid_end(code); }
BRAID_API size_t klee_get_obj_size(void *object) { (void)object, braid_unknown("klee_get_obj_size"); }
BRAID_API void klee_alias_function(const char *name, const char *to) {
  (void)name, (void)to, braid_unknown("klee_alias_function");
}
BRAID_API void klee_alias_function_regex(const char *pattern, const char *to) {
  (void)pattern, (void)to, braid_unknown("klee_alias_function_regex");
}
BRAID_API unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
BRAID_API unsigned klee_is_replay(void) { return 1; }
BRAID_API int klee_get_errno(void) { return errno; }
BRAID_API void klee_merge(void) {}
BRAID_API void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
BRAID_API void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
BRAID_API void klee_mark_global(void *object) { (void)object; }
BRAID_API void klee_define_fixed_object(void *address, size_t bytes) {
  uintptr_t start = (uintptr_t)address & ~(uintptr_t)4095, end = ((uintptr_t)address + bytes + 4095) & ~(uintptr_t)4095;
  int flags = MAP_PRIVATE | 0x20 | 0x100000; /* MAP_ANONYMOUS | MAP_FIXED_NOREPLACE of Linux, in every dialect of C */
  /* Pages of an object that was defined before are there already. */
  for (; start < end; start += 4096)
    if (mmap((void *)start, 4096, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED && errno != EEXIST)
      braid_unknown("klee_define_fixed_object");
}
BRAID_API void klee_check_memory_access(const void *address, size_t bytes) { (void)address, (void)bytes; }
BRAID_API void klee_warning(const char *message) { (void)message; }
BRAID_API void klee_warning_once(const char *message) { (void)message; }
BRAID_API void klee_print_expr(const char *message, ...) { (void)message; }
BRAID_API void klee_print_range(const char *name, int value) { (void)name, (void)value; }
BRAID_API void klee_stack_trace(void) {}
BRAID_API void klee_set_forking(unsigned enable) { (void)enable; }
BRAID_API void klee_open_merge(void) {}
BRAID_API void klee_close_merge(void) {}
BRAID_API float klee_get_valuef(float value) { return value; }
BRAID_API double klee_get_valued(double value) { return value; }
BRAID_API long klee_get_valuel(long value) { return value; }
BRAID_API long long klee_get_valuell(long long value) { return value; }
BRAID_API int32_t klee_get_value_i32(int32_t value) { return value; }
BRAID_API int64_t klee_get_value_i64(int64_t value) { return value; }

/* Braid's own (braid.h) mean the same. */
BRAID_API void braid_symbolic(void *to, size_t bytes, const char *name) { klee_make_symbolic(to, bytes, name); }
BRAID_API int braid_int(const char *name) { return klee_int(name); }
BRAID_API int braid_range(int low, int high, const char *name) { return klee_range(low, high, name); }
BRAID_API uintptr_t braid_choose(uintptr_t n) { return klee_choose(n); }
BRAID_API void braid_assume(uintptr_t condition) {
  if (!condition)
    braid_misfit("braid_assume does not hold", 0);
}
BRAID_API void braid_prefer(void *object, uintptr_t condition) { (void)object, (void)condition; }
BRAID_API __attribute__((noreturn)) void braid_report_error(const char *file, int line, const char *message,
                                                            const char *kind) {
  (void)kind;
  braid_error("error", message, file, (unsigned)line, 0);
}
BRAID_API __attribute__((noreturn)) void braid_silent_exit(int code) { braid_end(code); }
BRAID_API __attribute__((noreturn)) void braid_abort(void) { abort(); }
BRAID_API unsigned braid_is_symbolic(uintptr_t value) { return (void)value, 0; }
BRAID_API unsigned braid_is_replay(void) { return 1; }
BRAID_API int32_t braid_value_i32(int32_t value) { return value; }
BRAID_API int64_t braid_value_i64(int64_t value) { return value; }
BRAID_API size_t braid_object_size(void *object) { (void)object, braid_unknown("braid_object_size"); }
BRAID_API void braid_print_expr(const char *message, ...) { (void)message; }
BRAID_API void braid_print_range(const char *message, int value) { (void)message, (void)value; }
BRAID_API void braid_warning(const char *message) { (void)message; }
BRAID_API void braid_warning_once(const char *message) { (void)message; }
BRAID_API void braid_stack_trace(void) {}
BRAID_API void braid_merge_begin(void) {}
BRAID_API void braid_merge_end(void) {}
BRAID_API void braid_merge_point(const char *name) { (void)name; }
BRAID_API void braid_predicates(int none, ...) { (void)none; }
BRAID_API void braid_set_forking(unsigned enable) { (void)enable; }
BRAID_API void braid_check_memory_access(const void *address, size_t bytes) { (void)address, (void)bytes; }

/* SV-COMP's. */
BRAID_API void __VERIFIER_assume(int condition) {
  if (!condition)
    braid_misfit("__VERIFIER_assume does not hold", 0);
}
BRAID_API __attribute__((noreturn)) void __VERIFIER_error(void) { braid_error("error", "__VERIFIER_error", 0, 0, 0); }
BRAID_API __attribute__((noreturn)) void reach_error(void) { braid_error("error", "reach_error", 0, 0, 0); }
BRAID_API void __VERIFIER_assert(int condition) {
  if (!condition)
    braid_error("assert", "__VERIFIER_assert", 0, 0, 0);
}
BRAID_API void __VERIFIER_atomic_begin(void) {}
BRAID_API void __VERIFIER_atomic_end(void) {}
BRAID_API void __VERIFIER_nondet_memory(void *to, size_t bytes) {
  if (bytes)
    braid_next_input(to, bytes, 0);
}
BRAID_API _Bool __VERIFIER_nondet_bool(void) {
  unsigned char byte = 0;
  braid_next_input(&byte, 1, 0);
  return byte != 0;
}
BRAID_API _Bool __VERIFIER_nondet__Bool(void) { return __VERIFIER_nondet_bool(); }

#ifdef __SIZEOF_INT128__
#define BRAID_NONDET_WIDE(X) X(int128, __int128) X(uint128, unsigned __int128)
#else
#define BRAID_NONDET_WIDE(X)
#endif

/* Suffix and type of __VERIFIER_nondet_*. */
#define BRAID_NONDET(X)                                                                                              \
  X(char, char) X(uchar, unsigned char) X(schar, signed char) X(short, short) X(ushort, unsigned short)              \
  X(int, int) X(uint, unsigned) X(unsigned, unsigned) X(unsigned_int, unsigned) X(long, long)                        \
  X(ulong, unsigned long) X(longlong, long long) X(ulonglong, unsigned long long) X(float, float)                    \
  X(double, double) X(size_t, size_t) X(pointer, void *) X(pchar, char *) X(loff_t, long long)                       \
  X(sector_t, unsigned long) X(u8, uint8_t) X(U8, uint8_t) X(uint8_t, uint8_t) X(i8, int8_t) X(S8, int8_t)           \
  X(int8_t, int8_t) X(u16, uint16_t) X(U16, uint16_t) X(uint16_t, uint16_t) X(i16, int16_t) X(S16, int16_t)          \
  X(int16_t, int16_t) X(u32, uint32_t) X(U32, uint32_t) X(uint32_t, uint32_t) X(i32, int32_t) X(S32, int32_t)        \
  X(int32_t, int32_t) X(u64, uint64_t) X(U64, uint64_t) X(uint64_t, uint64_t) X(i64, int64_t) X(S64, int64_t)        \
  X(int64_t, int64_t) BRAID_NONDET_WIDE(X)
#define BRAID_DEFINE(suffix, type)                                                                                    \
  BRAID_API type __VERIFIER_nondet_##suffix(void) {                                                                    \
    type value;                                                                                                        \
    memset(&value, 0, sizeof value);                                                                                   \
    braid_next_input(&value, sizeof value, 0);                                                                         \
    return value;                                                                                                      \
  }
BRAID_NONDET(BRAID_DEFINE)
