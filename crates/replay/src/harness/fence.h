/* Keeps the program's hands off other processes: namespaces hide files and the network from it, but not the processes of its user. A filter of the kernel
 * (seccomp) lets signals through that the program sends itself, and refuses all other ways to reach a process by its number, which a solver chose. */

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

#if __SIZEOF_POINTER__ == 8
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_I386
#endif
/* Numbers from here on are calls of another ABI (x32). */
#define FOREIGN_CALLS 0x40000000
/* Names of newer systems. */
#define SYS_PIDFD_SEND_SIGNAL 424
#define SYS_PIDFD_OPEN 434
#define SYS_CLONE3 435
/* CLONE_THREAD. */
#define THREAD_FLAG 0x10000

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LET_THROUGH BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
/* The instruction behind is carried out if the number of the call is this one. */
#define IF_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1)
/* A call whose first argument must be the program's own process. */
#define ONLY_OWN(number, own)                                                                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 0, 1), LET_THROUGH, REFUSE

/* The same where 0 means the program itself. */
#define ONLY_SELF(number, own)                                                                                                   \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5), LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),                \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 0, 1), LET_THROUGH, REFUSE
/* A call that takes a kind of process first, of which 0 is a single one, and then its number. */
#define ONLY_SELF_OF_KIND(number, own)                                                                                           \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 7), LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 4), LOAD(args[1]), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 0, 1), LET_THROUGH, REFUSE

/* Threads are made, processes are not: they would outlive the run. Which of them a call of clone3 makes cannot be seen, so that the C library takes clone. */
#define ONLY_THREADS                                                                                                             \
  IF_CALL(SYS_CLONE3), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS), IF_CALL(SYS_fork), REFUSE, IF_CALL(SYS_vfork), REFUSE, \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3), LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, THREAD_FLAG, 1, 0), REFUSE,

/* Sanitizers look for leaks by tracing the program, and start others. */
#ifdef BRAID_SANITIZED
#define TRACING
#define MAKING_PROCESSES
#else
#define TRACING IF_CALL(SYS_ptrace), REFUSE,
#define MAKING_PROCESSES ONLY_THREADS
#endif

static int fence_in(void) {
  const unsigned own = (unsigned)syscall(SYS_getpid);
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
      REFUSE,
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, 0, 1),
      REFUSE,
      ONLY_OWN(SYS_kill, own),
      ONLY_OWN(SYS_tkill, own),
      ONLY_OWN(SYS_tgkill, own),
      ONLY_OWN(SYS_rt_sigqueueinfo, own),
      ONLY_OWN(SYS_rt_tgsigqueueinfo, own),
      IF_CALL(SYS_PIDFD_OPEN),
      REFUSE,
      IF_CALL(SYS_PIDFD_SEND_SIGNAL),
      REFUSE,
      IF_CALL(SYS_process_vm_readv),
      REFUSE,
      IF_CALL(SYS_process_vm_writev),
      REFUSE,
      IF_CALL(SYS_migrate_pages),
      REFUSE,
      IF_CALL(SYS_move_pages),
      REFUSE,
      IF_CALL(SYS_ioprio_set),
      REFUSE,
      IF_CALL(SYS_add_key),
      REFUSE,
      IF_CALL(SYS_keyctl),
      REFUSE,
      ONLY_SELF(SYS_prlimit64, own),
      ONLY_SELF(SYS_sched_setaffinity, own),
      ONLY_SELF(SYS_sched_setscheduler, own),
      ONLY_SELF(SYS_sched_setparam, own),
      ONLY_SELF(SYS_sched_setattr, own),
      ONLY_SELF(SYS_setpgid, own),
      ONLY_SELF_OF_KIND(SYS_setpriority, own),
      TRACING MAKING_PROCESSES LET_THROUGH,
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
