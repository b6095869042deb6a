// Groups of processes and sessions, limits that are made lower, sets of signals, what else is told of the process.
// paths: 2 -- the byte is 'x' or not
// flags: --sym-stdin 1 --cflags=-Wno-deprecated-declarations
// replay: skip because with sanitizers limits are the machine's; without them it is compared in crates/cli/tests/world.rs
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <syslog.h>
#include <unistd.h>
static int seen;
static void on_signal(int number) { seen++; }
int main(void) {
  unsigned char byte = 0;
  struct rlimit limit = {10, 20};
  struct rusage usage;
  sigset_t a, b, both;
  read(0, &byte, 1);
  signal(SIGUSR1, on_signal);
  printf("%d %d\n", getpgrp() == getpid(), getsid(0) == getpgid(0));
  printf("%d %d\n", setpgid(0, byte == 'x' ? 99 : 0), getpgrp() == getpid()); //~ reached
  printf("%d %d\n", setsid() == getpid(), errno == EPERM);
  printf("%d %d\n", killpg(getpgrp(), SIGUSR1), seen);
  printf("%d %d\n", getpgid(1) < 0, errno == ESRCH);
  printf("%d", setrlimit(RLIMIT_CORE, &limit));
  getrlimit(RLIMIT_CORE, &limit);
  printf(" %d %d\n", (int)limit.rlim_cur, (int)limit.rlim_max);
  limit.rlim_max = 30;
  printf("%d %d\n", setrlimit(RLIMIT_CORE, &limit), errno == EPERM);
  printf("%d\n", getrusage(RUSAGE_SELF, &usage));
  sigemptyset(&a);
  sigemptyset(&b);
  printf("%d\n", sigisemptyset(&a));
  sigaddset(&a, SIGUSR1);
  sigaddset(&b, SIGUSR2);
  sigorset(&both, &a, &b);
  printf("%d %d\n", sigismember(&both, SIGUSR2), sigandset(&both, &a, &b) || sigisemptyset(&both));
  sighold(SIGUSR1);
  raise(SIGUSR1);
  printf("%d ", seen);
  sigrelse(SIGUSR1);
  printf("%d\n", seen);
  printf("%d\n", tcgetpgrp(0) < 0 && errno == ENOTTY);
  openlog("groups", 0, LOG_USER);
  syslog(LOG_INFO, "%d", 3);
  closelog();
  return 0;
}
