/* Time as the engine has it (runtime/src/clock.c): it begins at a fixed moment and passes only while the program sleeps.
 * Sanitizers bring a clock of their own. */
#if !KEEPS_MACHINE

#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#define CLOCK_START 1000000000
#define BILLION 1000000000L

static struct timespec slept;

/* What was written up to now is as old as the clock says now. */
static void settle_times(void);

static void pass_time(time_t seconds, long nanoseconds) {
  settle_times();
  slept.tv_sec += seconds;
  slept.tv_nsec += nanoseconds;
  if (slept.tv_nsec >= BILLION) {
    slept.tv_nsec -= BILLION;
    slept.tv_sec++;
  }
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

BRAID_API int nanosleep(const struct timespec *wanted, struct timespec *left) {
  if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= BILLION)
    return errno = EINVAL, -1;
  pass_time(wanted->tv_sec, wanted->tv_nsec);
  return 0;
}

BRAID_API int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  if (clock < 0 || clock >= 12 || wanted->tv_nsec < 0 || wanted->tv_nsec >= BILLION)
    return EINVAL;
  if (!(flags & TIMER_ABSTIME))
    pass_time(wanted->tv_sec, wanted->tv_nsec);
  else if (wanted->tv_sec - CLOCK_START > slept.tv_sec)
    settle_times(), slept = (struct timespec){wanted->tv_sec - CLOCK_START, wanted->tv_nsec};
  return 0;
}

BRAID_API unsigned sleep(unsigned seconds) {
  pass_time(seconds, 0);
  return 0;
}

BRAID_API int usleep(useconds_t microseconds) {
  pass_time(microseconds / 1000000, (long)(microseconds % 1000000) * 1000);
  return 0;
}

BRAID_API pid_t getppid(void) { return 4241; }
#endif
