// The alarm rings while the program sleeps or waits: what is interrupted, what is left, timers that ring again, blocked and pending alarms.
// paths: 1 -- a number is chosen by the byte
// flags: --sym-stdin 1
// replay: skip because with sanitizers the machine's clock runs; without them it is compared in crates/cli/tests/world.rs
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static volatile int rung;
static sigjmp_buf back;
static void on_alarm(int number) { rung++; }
static void on_alarm_leave(int number) { siglongjmp(back, number); }
int main(void) {
  unsigned char byte = 0;
  struct timespec left = {0};
  struct itimerval timer = {.it_interval = {2, 500000}, .it_value = {1, 0}}, old;
  read(0, &byte, 1);
  signal(SIGALRM, on_alarm);
  printf("%u %u\n", alarm(10), alarm(byte == 'x' ? 3 : 4)); //~ reached
  printf("%u %d\n", sleep(9), rung);
  alarm(2);
  printf("%d %d %d %ld.%ld\n", nanosleep(&(struct timespec){3, 7}, &left), errno == EINTR, rung, (long)left.tv_sec, left.tv_nsec);
  alarm(5);
  printf("%d %d %d %ld\n", pause(), errno == EINTR, rung, (long)time(0));
  setitimer(ITIMER_REAL, &timer, 0);
  sleep(2);
  getitimer(ITIMER_REAL, &old);
  printf("%d %ld.%ld\n", rung, (long)old.it_value.tv_sec, (long)old.it_value.tv_usec);
  printf("%d %d %d\n", poll(0, 0, 60000), errno == EINTR, rung);
  printf("%d %d\n", select(0, 0, 0, 0, &(struct timeval){1, 0}), rung);
  setitimer(ITIMER_REAL, &(struct itimerval){0}, &old);
  printf("%ld.%ld\n", (long)old.it_value.tv_sec, (long)old.it_value.tv_usec);
  sigset_t set, none, seen;
  sigemptyset(&set);
  sigemptyset(&none);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, 0);
  alarm(1);
  printf("%u %d\n", sleep(2), rung);
  sigpending(&seen);
  printf("%d\n", sigismember(&seen, SIGALRM));
  printf("%d %d %d\n", sigsuspend(&none), errno == EINTR, rung);
  alarm(7);
  int number = 0;
  printf("%d %d\n", sigwait(&set, &number), number);
  printf("%d %d\n", sigtimedwait(&set, 0, &(struct timespec){1, 0}), errno == EAGAIN);
  sigprocmask(SIG_UNBLOCK, &set, 0);
  signal(SIGALRM, on_alarm_leave);
  alarm(1);
  if (!sigsetjmp(back, 1))
    for (;;)
      pause();
  printf("%ld %d\n", (long)time(0), rung);
  return 0;
}
