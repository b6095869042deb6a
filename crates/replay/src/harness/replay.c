/* The replay harness: linked to the program, it feeds the inputs of a test file in place of symbolic ones.
 *
 * It begins before main, and talks only through files: BRAID_KTEST names the test, BRAID_REPORT the file for what the
 * program reports (a line each, fields separated by tabs). It keeps no descriptor open and uses no heap, so that the
 * program does not notice it. With BRAID_ENTRY a function other than main is called; with BRAID_FUZZ libFuzzer's. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BRAID_API __attribute__((weak))
#include "inputs.h"

/* The exit code where the test does not fit; the report tells, too. */
#define MISFIT_CODE 125
/* More inputs than this are not served. */
#define OBJECTS 65536

struct object {
  const unsigned char *name, *bytes;
  uint32_t name_length, length;
  int used;
};

/* How many inputs at the beginning are not the program's: arguments, files, standard input. */
static uint32_t skipped;
static struct object objects[OBJECTS];
static uint32_t object_count, cursor;
static char report_path[4096];
/* Where reports go if the path leads nowhere any more. */
static int report_descriptor = -1;

#include "coverage.h"

static void put(int fd, const char *text) {
  char clean[1024];
  size_t length = 0;
  for (; text && text[length] && length < sizeof clean; length++)
    clean[length] = text[length] == '\t' || text[length] == '\n' ? ' ' : text[length];
  if (write(fd, clean, length) < 0)
    return;
}

static void report(const char *kind, const char *text, const char *file, unsigned line, const char *function) {
  char number[16];
  int fd = report_descriptor >= 0 ? report_descriptor : open(report_path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd < 0)
    return;
  snprintf(number, sizeof number, "%u", line);
  const char *fields[] = {kind, "\t", text, "\t", file, "\t", number, "\t", function, "\n"};
  for (size_t at = 0; at < sizeof fields / sizeof *fields; at++) {
    if (at % 2)
      (void)!write(fd, fields[at], 1);
    else
      put(fd, fields[at]);
  }
  if (fd != report_descriptor)
    close(fd);
}

static void braid_end(int code) {
  fflush(stdout);
  report("end", "", "", 0, "");
  write_coverage();
  _exit(code);
}

static void braid_misfit(const char *what, const char *detail) {
  fflush(stdout);
  report("misfit", what, detail, 0, "");
  write_coverage();
  _exit(MISFIT_CODE);
}

static void braid_unknown(const char *function) {
  report("unknown", function, "", 0, "");
  write_coverage();
  _exit(MISFIT_CODE);
}

/* What a stub for a symbol that nothing defines calls. */
__attribute__((noreturn)) void braid_undefined_symbol(const char *name) {
  fflush(stdout);
  report("undefined", name, "", 0, "");
  write_coverage();
  _exit(MISFIT_CODE);
}

/* What is in the program's buffers is lost, as with every other way to die. */
static void braid_error(const char *kind, const char *text, const char *file, unsigned line, const char *function) {
  report(kind, text, file, line, function);
  abort();
}

/* What assert() calls; the C library's own would tell nobody but the terminal. */
__attribute__((noreturn)) void __assert_fail(const char *expression, const char *file, unsigned line,
                                             const char *function) {
  braid_error("assert", expression, file, line, function);
}

static int fits(const struct object *object, size_t bytes, const char *name) {
  if (object->used || object->length != bytes)
    return 0;
  return !name || (object->name_length == strlen(name) && !memcmp(object->name, name, object->name_length));
}

/* Inputs come in the order in which they were made. Where the name differs the next of that name is taken: an optimiser
 * may have moved one past another. */
static void braid_next_input(void *to, size_t bytes, const char *name) {
  while (cursor < object_count && objects[cursor].used)
    cursor++;
  for (uint32_t at = cursor; at < object_count; at++) {
    if (fits(&objects[at], bytes, name)) {
      objects[at].used = 1;
      memcpy(to, objects[at].bytes, bytes);
      return;
    }
    if (!name)
      break;
  }
  if (cursor >= object_count)
    braid_misfit("the inputs are used up", name);
  braid_misfit("the next input has another name or size", name);
}

static const unsigned char *file_at, *file_end;

static uint32_t word(void) {
  if (file_end - file_at < 4)
    braid_misfit("the test file is damaged", 0);
  file_at += 4;
  return (uint32_t)file_at[-4] << 24 | (uint32_t)file_at[-3] << 16 | (uint32_t)file_at[-2] << 8 | file_at[-1];
}

static const unsigned char *string(uint32_t *length) {
  *length = word();
  if ((size_t)(file_end - file_at) < *length)
    braid_misfit("the test file is damaged", 0);
  file_at += *length;
  return file_at - *length;
}

/* The format is described in crates/report/src/ktest.rs. */
static void read_objects(void) {
  uint32_t ignored, version;
  if (file_end - file_at < 5)
    braid_misfit("the test file is damaged", 0);
  file_at += 5;
  version = word();
  for (uint32_t count = word(); count; count--)
    string(&ignored);
  if (version >= 2)
    word(), word();
  object_count = word();
  if (object_count > OBJECTS)
    braid_misfit("the test has too many inputs", 0);
  for (uint32_t at = 0; at < object_count; at++) {
    objects[at].name = string(&objects[at].name_length);
    objects[at].bytes = string(&objects[at].length);
    objects[at].used = at < skipped;
  }
}

static void open_test(void) {
  struct stat about;
  const char *path = getenv("BRAID_KTEST");
  int fd = path ? open(path, O_RDONLY) : -1;
  if (fd < 0 || fstat(fd, &about) || about.st_size == 0)
    braid_misfit("the test file cannot be read", path);
  file_at = mmap(0, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (file_at == MAP_FAILED)
    braid_misfit("the test file cannot be read", path);
  file_end = file_at + about.st_size;
  close(fd);
  read_objects();
}

#include "fence.h"
#include "seal.h"
#include "input.h"
#include "clock.h"
#include "volume.h"
#include "entropy.h"
#include "process.h"
#include "identity.h"
#include "failing.h"

/* What was open where Braid was started is not the program's: the next file that it opens has number 3. */
static void close_inherited(void) {
  if (!getenv("BRAID_STAGE") && syscall(SYS_CLOSE_RANGE, 3, ~0U, 0))
    for (int fd = 3; fd < 1024; fd++)
      close(fd);
}

/* Before the constructors of the program: what lies outside must be at hand before it is shut out. */
__attribute__((constructor(101))) static void shut_in(int count, char **arguments) {
  const char *path = getenv("BRAID_REPORT");
  if (path)
    snprintf(report_path, sizeof report_path, "%s", path);
  if (getenv("BRAID_PROBE")) {
    seal(arguments);
    _exit(0);
  }
  close_inherited();
  make_input();
  keep_profile();
  if (KEEPS_MACHINE)
    seal(arguments);
  const char *skip = getenv("BRAID_SKIP");
  skipped = skip ? (uint32_t)strtoul(skip, 0, 10) : 0;
  open_test();
  if (!KEEPS_MACHINE)
    seal(arguments);
}

/* The limits of the process itself: those that the program asks for and sets are the model's (process.h). */
static void limit_process(int resource, unsigned long long most) {
  struct rlimit64 both = {most, most};
  syscall(SYS_prlimit64, 0, resource, &both, 0);
}

static void limit(int resource, const char *variable) {
  const char *text = getenv(variable);
  if (text)
    limit_process(resource, strtoull(text, 0, 10));
}

#ifdef BRAID_COVERAGE
static void on_signal(int signal_number) {
  write_coverage();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

/* Nor must an end that skips what is registered for the end. */
__attribute__((noreturn)) void _exit(int code) {
  write_coverage();
  for (;;)
    syscall(SYS_exit_group, code);
}

__attribute__((noreturn)) void _Exit(int code) { _exit(code); }

/* A fault must not lose the counts; the handler has a stack of its own, since the program's may be what overflowed. */
static void catch_signals(void) {
  static char stack[1 << 16];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
  sigaltstack(&alternate, 0);
  /* The library takes the name of its file before the variable is gone; what it writes to it goes nowhere. */
  if (__llvm_profile_initialize)
    __llvm_profile_initialize();
  atexit(write_coverage);
  at_quick_exit(write_coverage);
  int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGTERM};
  for (size_t at = 0; at < sizeof signals / sizeof *signals; at++)
    sigaction(signals[at], &action, 0);
}
#else
static void catch_signals(void) {}
#endif

#ifdef BRAID_FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The object "data" has the bytes; "size", if there is one, tells how many of them are meant. The bytes lie in a heap
 * block of just that size, so that a sanitizer sees the end. */
static int call_entry(void) {
  const struct object *data = 0;
  uint64_t size = 0;
  int sized = 0;
  for (uint32_t at = 0; at < object_count; at++) {
    const struct object *object = &objects[at];
    if (object->name_length == 4 && !memcmp(object->name, "data", 4))
      data = object;
    if (object->name_length == 4 && !memcmp(object->name, "size", 4) && object->length == 8)
      memcpy(&size, object->bytes, 8), sized = 1;
  }
  uint64_t most = data ? data->length : 0;
  size = sized && size < most ? size : most;
  uint8_t *block = malloc(size ? size : 16);
  if (!block)
    braid_misfit("no memory for the input", 0);
  /* Sanitizers give a byte to who asks for none; the end of a block has none. */
  uint8_t *bytes = size ? block : block + 16;
  if (size)
    memcpy(bytes, data->bytes, size);
  int code = LLVMFuzzerTestOneInput(bytes, size);
  free(block);
  return code;
}
#elif defined BRAID_ENTRY
int BRAID_ENTRY(void);
static int call_entry(void) { return BRAID_ENTRY(); }
#endif

/* How many bytes of the stack below live frames are cleared at the end; none unless a leak is looked for. */
static size_t scrubbed;

__attribute__((noinline, no_sanitize("address", "undefined"))) static void clear_below(size_t bytes) {
  volatile char *used = __builtin_alloca(bytes);
  for (size_t at = 0; at < bytes; at++)
    used[at] = 0;
}

/* The leak sanitizer takes every word of the stack for a pointer, also what calls that have returned left there: it looks
 * from frames of its own, and in their gaps is what was there before. Live frames are not touched. */
static void scrub(void) { clear_below(scrubbed); }

/* Registered before whatever the program registers, so it runs after that, and before the sanitizer looks. */
__attribute__((constructor(101))) static void scrub_at_exit(void) { atexit(scrub); }

/* A small part of the stack, for the program may have used the rest. */
static void begin_scrub(void) {
  struct rlimit64 stack;
  const char *text = getenv("BRAID_SCRUB");
  if (!text || syscall(SYS_prlimit64, 0, RLIMIT_STACK, 0, &stack))
    return;
  size_t most = strtoul(text, 0, 10);
  scrubbed = stack.rlim_cur == RLIM64_INFINITY || stack.rlim_cur / 8 > most ? most : (size_t)(stack.rlim_cur / 8);
}

/* Runs after the constructors of the program, for it is linked last. */
__attribute__((constructor)) static void begin(void) {
  limit(RLIMIT_AS, "BRAID_LIMIT_MEMORY");
  limit(RLIMIT_CPU, "BRAID_LIMIT_SECONDS");
  limit(RLIMIT_STACK, "BRAID_LIMIT_STACK");
  limit(RLIMIT_FSIZE, "BRAID_LIMIT_FILE");
  limit_process(RLIMIT_CORE, 0);
  limit_process(RLIMIT_NOFILE, 1024);
  begin_scrub();
  /* Whoever measures or checks has read its variables by now. */
  const char *ours[] = {"BRAID_KTEST", "BRAID_REPORT", "BRAID_LIMIT_MEMORY", "BRAID_LIMIT_SECONDS", "BRAID_LIMIT_FILE",
                        "BRAID_LIMIT_STACK", "BRAID_SCRUB", "BRAID_LAYOUT", "BRAID_SKIP", "BRAID_ROOT", "BRAID_SEAL", "BRAID_STAGE", "BRAID_FAIL",
                        "BRAID_STDIN", "BRAID_PROFILE", "BRAID_BLOCKS", "LLVM_PROFILE_FILE", "__LLVM_PROFILE_RT_INIT_ONCE", "ASAN_OPTIONS", "UBSAN_OPTIONS"};
  catch_signals();
  begin_failing();
  for (size_t at = 0; at < sizeof ours / sizeof *ours; at++)
    unsetenv(ours[at]);
  errno = 0; /* as a program finds it */
#if defined BRAID_FUZZ || defined BRAID_ENTRY
  exit(call_entry());
#endif
}

#if defined BRAID_FUZZ || defined BRAID_ENTRY
/* The system's start-up code wants a main; it is never reached. */
__attribute__((weak)) int main(void) { return 0; }
#endif
