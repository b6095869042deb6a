/* Time as the engine has it (runtime/src/clock.c): it begins at a fixed moment and passes only while the program sleeps.
 * Sanitizers bring a clock of their own. */
#if !KEEPS_MACHINE

#include <poll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#define CLOCK_START 1000000000
#define BILLION 1000000000L

static struct timespec slept;

/* What was written up to now is as old as the clock says now. */
static void settle_times(void);

/* The alarm (runtime/src/alarm.c): when it rings next, and how long after that again. All zero if it is not set. */
static struct timespec alarm_at, alarm_again;

static int is_set(struct timespec moment) { return moment.tv_sec || moment.tv_nsec; }
static int is_before(struct timespec a, struct timespec b) { return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec); }

static struct timespec later(struct timespec moment, struct timespec by) {
  struct timespec sum = {moment.tv_sec + by.tv_sec, moment.tv_nsec + by.tv_nsec};
  return sum.tv_nsec >= BILLION ? (struct timespec){sum.tv_sec + 1, sum.tv_nsec - BILLION} : sum;
}

static struct timespec between(struct timespec from, struct timespec to) {
  struct timespec rest = {to.tv_sec - from.tv_sec, to.tv_nsec - from.tv_nsec};
  return rest.tv_nsec < 0 ? (struct timespec){rest.tv_sec - 1, rest.tv_nsec + BILLION} : rest;
}

/* The clock moves to the alarm, which rings; whether a handler has run. */
static int ring(void) {
  struct sigaction action;
  sigset_t blocked;
  settle_times();
  slept = alarm_at;
  alarm_at = is_set(alarm_again) ? later(alarm_at, alarm_again) : (struct timespec){0};
  sigaction(SIGALRM, 0, &action);
  sigprocmask(SIG_BLOCK, 0, &blocked);
  int runs = action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN && !sigismember(&blocked, SIGALRM);
  raise(SIGALRM);
  return runs;
}

/* The clock moves on to a moment; whether a handler has interrupted that. */
static int pass_until(struct timespec end) {
  while (is_set(alarm_at) && !is_before(end, alarm_at))
    if (ring())
      return 1;
  settle_times();
  if (is_before(slept, end))
    slept = end;
  return 0;
}

static int sleep_for(struct timespec wanted, struct timespec *left) {
  struct timespec end = later(slept, wanted);
  if (!pass_until(end))
    return 0;
  if (left)
    *left = between(slept, end);
  return EINTR;
}

BRAID_API int clock_gettime(clockid_t clock, struct timespec *now) {
  if (clock < 0 || clock >= 12)
    return errno = EINVAL, -1;
  int is_used = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
  *now = is_used ? (struct timespec){0, 0} : (struct timespec){CLOCK_START + slept.tv_sec, slept.tv_nsec};
  return 0;
}

BRAID_API time_t time(time_t *to) {
  time_t now = CLOCK_START + slept.tv_sec;
  if (to)
    *to = now;
  return now;
}

BRAID_API int gettimeofday(struct timeval *now, void *zone) {
  if (now)
    *now = (struct timeval){CLOCK_START + slept.tv_sec, slept.tv_nsec / 1000};
  return 0;
}

BRAID_API clock_t clock(void) { return 0; }

BRAID_API clock_t times(struct tms *to) {
  if (to)
    *to = (struct tms){0};
  return CLOCK_START + slept.tv_sec * 100 + slept.tv_nsec / (BILLION / 100);
}

static int is_span(const struct timespec *wanted) { return wanted->tv_sec >= 0 && wanted->tv_nsec >= 0 && wanted->tv_nsec < BILLION; }

BRAID_API int nanosleep(const struct timespec *wanted, struct timespec *left) {
  int error = is_span(wanted) ? sleep_for(*wanted, left) : EINVAL;
  return error ? (errno = error, -1) : 0;
}

BRAID_API int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  if (clock < 0 || clock >= 12 || !is_span(wanted))
    return EINVAL;
  if (!(flags & TIMER_ABSTIME))
    return sleep_for(*wanted, left);
  return pass_until((struct timespec){wanted->tv_sec - CLOCK_START, wanted->tv_nsec}) ? EINTR : 0;
}

BRAID_API unsigned sleep(unsigned seconds) {
  struct timespec left = {0};
  sleep_for((struct timespec){.tv_sec = seconds}, &left);
  return (unsigned)left.tv_sec + (left.tv_nsec >= BILLION / 2);
}

BRAID_API int usleep(useconds_t microseconds) {
  struct timespec wanted = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
  return nanosleep(&wanted, 0);
}

static struct itimerval left_of_alarm(void) {
  struct itimerval left = {.it_interval = {alarm_again.tv_sec, alarm_again.tv_nsec / 1000}};
  if (is_set(alarm_at)) {
    struct timespec rest = between(slept, alarm_at);
    left.it_value = (struct timeval){rest.tv_sec, rest.tv_nsec / 1000};
  }
  return left;
}

static void set_alarm(struct timespec first, struct timespec again) {
  alarm_at = is_set(first) ? later(slept, first) : (struct timespec){0};
  alarm_again = is_set(first) ? again : (struct timespec){0};
}

static int is_microseconds(struct timeval span) { return span.tv_sec >= 0 && span.tv_usec >= 0 && span.tv_usec < 1000000; }

BRAID_API int getitimer(__itimer_which_t which, struct itimerval *left) {
  if ((int)which < 0 || (int)which > 2)
    return errno = EINVAL, -1;
  *left = which == ITIMER_REAL ? left_of_alarm() : (struct itimerval){0};
  return 0;
}

BRAID_API int setitimer(__itimer_which_t which, const struct itimerval *wanted, struct itimerval *old) {
  static const struct itimerval none;
  if ((int)which < 0 || (int)which > 2 || (wanted && !(is_microseconds(wanted->it_value) && is_microseconds(wanted->it_interval))))
    return errno = EINVAL, -1;
  if (old)
    getitimer(which, old);
  const struct itimerval *to = wanted ? wanted : &none;
  if (which == ITIMER_REAL)
    set_alarm((struct timespec){to->it_value.tv_sec, to->it_value.tv_usec * 1000},
              (struct timespec){to->it_interval.tv_sec, to->it_interval.tv_usec * 1000});
  return 0;
}

BRAID_API unsigned alarm(unsigned seconds) {
  struct timeval left = left_of_alarm().it_value;
  set_alarm((struct timespec){.tv_sec = seconds}, (struct timespec){0});
  return (unsigned)left.tv_sec + ((!left.tv_sec && left.tv_usec > 0) || left.tv_usec >= 500000);
}

BRAID_API useconds_t ualarm(useconds_t microseconds, useconds_t again) {
  struct timeval left = left_of_alarm().it_value;
  set_alarm((struct timespec){microseconds / 1000000, (long)(microseconds % 1000000) * 1000},
            (struct timespec){again / 1000000, (long)(again % 1000000) * 1000});
  return (useconds_t)(left.tv_sec * 1000000 + left.tv_usec);
}

/* Only the alarm interrupts; without it the program waits until it is stopped. */
BRAID_API int pause(void) {
  while (is_set(alarm_at))
    if (ring())
      return errno = EINTR, -1;
  return (int)syscall(SYS_pause);
}

#define KERNEL_SET 8

/* Whether one of these signals is pending; the alarm rings if it is set and none is. It stays pending until the mask is changed. */
static void await_alarm(const sigset_t *wanted, sigset_t *before) {
  sigset_t pending, ringing;
  sigemptyset(&ringing);
  sigaddset(&ringing, SIGALRM);
  sigprocmask(SIG_BLOCK, &ringing, before);
  sigpending(&pending);
  for (int number = 1; number < 65; number++)
    if (sigismember(&pending, number) && sigismember(wanted, number))
      return;
  if (is_set(alarm_at))
    ring();
}

BRAID_API int sigsuspend(const sigset_t *blocked) {
  sigset_t wanted, before;
  sigfillset(&wanted);
  for (int number = 1; number < 65; number++)
    if (sigismember(blocked, number) == 1)
      sigdelset(&wanted, number);
  await_alarm(&wanted, &before);
  int result = (int)syscall(SYS_rt_sigsuspend, blocked, KERNEL_SET);
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, 0);
  errno = error;
  return result;
}

BRAID_API int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *span) {
  sigset_t before;
  if (span && !(is_set(alarm_at) && !is_before(later(slept, *span), alarm_at))) {
    static const struct timespec none;
    int number = (int)syscall(SYS_rt_sigtimedwait, set, info, &none, KERNEL_SET);
    if (number < 0)
      pass_until(later(slept, *span));
    return number;
  }
  await_alarm(set, &before);
  int number = (int)syscall(SYS_rt_sigtimedwait, set, info, 0, KERNEL_SET);
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, 0);
  errno = error;
  return number;
}

BRAID_API int sigwaitinfo(const sigset_t *set, siginfo_t *info) { return sigtimedwait(set, info, 0); }

BRAID_API int sigwait(const sigset_t *set, int *number) {
  int kept = errno, found;
  while ((found = sigtimedwait(set, 0, 0)) < 0)
    ;
  errno = kept;
  return *number = found, 0;
}

#if __SIZEOF_POINTER__ == 8
/* Who waits for descriptors in vain passes time as who sleeps: one process alone makes nothing ready. */
BRAID_API int poll(struct pollfd *polled, nfds_t count, int milliseconds) {
  int ready = (int)syscall(SYS_poll, polled, count, 0);
  if (ready || (milliseconds < 0 && !is_set(alarm_at)))
    return ready ? ready : (int)syscall(SYS_poll, polled, count, milliseconds);
  if (milliseconds < 0)
    return pause();
  return sleep_for((struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, 0) ? (errno = EINTR, -1) : 0;
}

BRAID_API int select(int count, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *timeout) {
  fd_set *sets[] = {reads, writes, others}, kept[3];
  struct timeval none = {0};
  for (int at = 0; at < 3; at++)
    if (sets[at])
      kept[at] = *sets[at];
  int ready = (int)syscall(SYS_select, count, reads, writes, others, &none);
  if (ready)
    return ready;
  if (!timeout && !is_set(alarm_at)) {
    for (int at = 0; at < 3; at++)
      if (sets[at])
        *sets[at] = kept[at];
    return (int)syscall(SYS_select, count, reads, writes, others, 0);
  }
  int result = !timeout ? pause() : sleep_for((struct timespec){timeout->tv_sec, timeout->tv_usec * 1000}, 0) ? (errno = EINTR, -1) : 0;
  if (timeout)
    *timeout = none;
  return result;
}
#endif

BRAID_API pid_t getppid(void) { return 4241; }
#endif
