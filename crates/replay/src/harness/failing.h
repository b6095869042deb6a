/* Calls that fail: BRAID_FAIL has how often, and which call of read, write, close, ftruncate and getcwd fails, from 1 on; reading and
 * writing may also be interrupted or do less (runtime/src/failing.c has the bits).
 *
 * The system calls themselves are caught, because most are made inside of the C library: a filter sends a signal for each
 * of them, unless it comes from one place of this file, through which the handler lets them pass. Only on 64-bit machines. */

#if defined __x86_64__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <ucontext.h>

#define FAILING 5
static const int failing_calls[FAILING] = {SYS_read, SYS_write, SYS_close, SYS_ftruncate, SYS_getcwd};
static const int failing_errors[FAILING] = {EIO, EIO, EIO, EIO, ERANGE};
static unsigned failures_left, failing_at[FAILING], calls_seen[FAILING];

/* The one instruction that the filter lets pass; behind it the name `braid_passed`. */
long braid_pass(long number, long a, long b, long c);
__asm__(".text\n"
        ".globl braid_pass\n"
        "braid_pass:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %rdi\n"
        "  mov %rdx, %rsi\n"
        "  mov %rcx, %rdx\n"
        "  syscall\n"
        ".globl braid_passed\n"
        "braid_passed:\n"
        "  ret\n");
extern char braid_passed[];

static void on_call(int number, siginfo_t *what, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  long third = registers[REG_RDX];
  for (unsigned at = 0; at < FAILING; at++) {
    if (what->si_syscall != failing_calls[at])
      continue;
    if (!failures_left)
      break;
    unsigned seen = ++calls_seen[at], way = failing_at[at] >> 30, is_half = at < 2 && (failing_at[at] & 0xffff) == seen;
    unsigned long fewer = (failing_at[at] >> 16 & 0x3fff) + 1;
    if (failing_at[at] == seen || (way == 1 && is_half)) {
      failures_left--;
      registers[REG_RAX] = way == 1 ? -EINTR : -failing_errors[at];
      return;
    }
    if (way == 2 && is_half && fewer < (unsigned long)third) {
      failures_left--;
      third = (long)fewer;
    }
  }
  registers[REG_RAX] = braid_pass(what->si_syscall, registers[REG_RDI], registers[REG_RSI], third);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), yes, no)

static void catch_calls(void) {
  uint64_t place = (uint64_t)(uintptr_t)braid_passed;
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer)),
      IS(place, 0, 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4),
      IS(place >> 32, 6, 0),
      LOAD(nr),
      IS(SYS_read, 5, 0),
      IS(SYS_write, 4, 0),
      IS(SYS_close, 3, 0),
      IS(SYS_ftruncate, 2, 0),
      IS(SYS_getcwd, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSYS, &action, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void begin_failing(void) {
  const char *text = getenv("BRAID_FAIL");
  char *rest = (char *)text;
  if (!text)
    return;
  failures_left = (unsigned)strtoul(rest, &rest, 10);
  for (unsigned at = 0; at < FAILING; at++)
    failing_at[at] = (unsigned)strtoul(rest, &rest, 10);
  catch_calls();
}
#else
static void begin_failing(void) {
  if (getenv("BRAID_FAIL"))
    braid_unknown("a system call that fails");
}
#endif
