/* The model's clock, which moves only while the program sleeps, and who the program is. Native runs have the same. */
#include "file.h"
#include "signals.h"
#include "threads.h"

enum { PARENT = 4241, TICKS = 100, CLOCK_CPU_PROCESS = 2, CLOCK_CPU_THREAD = 3, CLOCKS = 12, THOUSAND = 1000, MILLION = 1000000 };
#define BILLION 1000000000L

/* When the alarm rings next, from the start of the clock on, and how long after that again. All zero if it is not set: it never rings at the start. */
static struct moment alarm_at, alarm_again;

static int is_set(struct moment moment) {
    return moment.seconds != 0 || moment.nanoseconds != 0;
}

static int is_before(struct moment a, struct moment b) {
    return a.seconds < b.seconds || (a.seconds == b.seconds && a.nanoseconds < b.nanoseconds);
}

static struct moment later(struct moment moment, struct moment by) {
    struct moment sum = {moment.seconds + by.seconds, moment.nanoseconds + by.nanoseconds};
    if (sum.nanoseconds >= BILLION)
        sum = (struct moment){sum.seconds + 1, sum.nanoseconds - BILLION};
    return sum;
}

/* From one moment to another that is not before it. */
static struct moment between(struct moment from, struct moment to) {
    struct moment rest = {to.seconds - from.seconds, to.nanoseconds - from.nanoseconds};
    if (rest.nanoseconds < 0)
        rest = (struct moment){rest.seconds - 1, rest.nanoseconds + BILLION};
    return rest;
}

/* The clock moves to the alarm, which rings; whether a handler has run. */
static int ring(void) {
    slept = alarm_at;
    alarm_at = is_set(alarm_again) ? later(alarm_at, alarm_again) : (struct moment){0, 0};
    return __braid_alarm();
}

/* The clock moves on to a moment, if it is not there yet; whether a handler has interrupted that. */
static int pass_until(struct moment end) {
    while (is_set(alarm_at) && !is_before(end, alarm_at))
        if (ring())
            return 1;
    if (is_before(slept, end))
        slept = end;
    return 0;
}

static int pass_time(long seconds, long nanoseconds) {
    int is_interrupted = pass_until(later(slept, (struct moment){seconds, nanoseconds}));
    if (__braid_yield)
        __braid_yield();
    return is_interrupted;
}

API int clock_gettime(int clock, struct moment *now) {
    if (clock < 0 || clock >= CLOCKS)
        return fail_with(E_INVAL);
    int is_used = clock == CLOCK_CPU_PROCESS || clock == CLOCK_CPU_THREAD;
    *now = is_used ? (struct moment){0, 0} : (struct moment){CLOCK_START + slept.seconds, slept.nanoseconds};
    return 0;
}

/* The clock is not the program's to set. */
API int clock_settime(int clock, const struct moment *now) {
    return fail_with(clock < 0 || clock >= CLOCKS || now->nanoseconds < 0 || now->nanoseconds >= BILLION ? E_INVAL : clock == 0 ? E_PERM : E_INVAL);
}

API int settimeofday(const struct moment *now, const void *zone) {
    return fail_with(E_PERM);
}

API int clock_getres(int clock, struct moment *step) {
    if (clock < 0 || clock >= CLOCKS)
        return fail_with(E_INVAL);
    if (step)
        *step = (struct moment){0, 1};
    return 0;
}

API long time(long *to) {
    long now = CLOCK_START + slept.seconds;
    if (to)
        *to = now;
    return now;
}

API int gettimeofday(struct moment *restrict now, void *restrict zone) {
    if (now)
        *now = (struct moment){CLOCK_START + slept.seconds, slept.nanoseconds / THOUSAND};
    return 0;
}

API long clock(void) {
    return 0;
}

struct used_times {
    long user, system, user_of_children, system_of_children;
};

API long times(struct used_times *to) {
    if (to)
        *to = (struct used_times){0, 0, 0, 0};
    return CLOCK_START + slept.seconds * TICKS + slept.nanoseconds / (BILLION / TICKS);
}

static int sleep_for(struct moment wanted, struct moment *left) {
    struct moment end = later(slept, wanted);
    if (!pass_time(wanted.seconds, wanted.nanoseconds))
        return 0;
    if (left)
        *left = between(slept, end);
    return E_INTR;
}

static int is_span(const struct moment *wanted) {
    return wanted->seconds >= 0 && wanted->nanoseconds >= 0 && wanted->nanoseconds < BILLION;
}

API int nanosleep(const struct moment *wanted, struct moment *left) {
    int error = is_span(wanted) ? sleep_for(*wanted, left) : E_INVAL;
    return error ? fail_with(error) : 0;
}

enum { ABSOLUTE_TIME = 1 };

API int clock_nanosleep(int clock, int flags, const struct moment *wanted, struct moment *left) {
    if (clock < 0 || clock >= CLOCKS || !is_span(wanted))
        return E_INVAL;
    if (!(flags & ABSOLUTE_TIME))
        return sleep_for(*wanted, left);
    return pass_until((struct moment){wanted->seconds - CLOCK_START, wanted->nanoseconds}) ? E_INTR : 0;
}

/* Whole seconds that are left, rounded to the next. */
API unsigned sleep(unsigned seconds) {
    struct moment left = {0, 0};
    sleep_for((struct moment){(long)seconds, 0}, &left);
    return (unsigned)(left.seconds + (left.nanoseconds >= BILLION / 2));
}

API int usleep(unsigned microseconds) {
    return nanosleep(&(struct moment){(long)(microseconds / MILLION), (long)(microseconds % MILLION) * THOUSAND}, 0);
}

API int getppid(void) {
    return PARENT;
}

API unsigned getuid(void) {
    return USER;
}

API unsigned geteuid(void) {
    return USER;
}

API unsigned getgid(void) {
    return USER;
}

API unsigned getegid(void) {
    return USER;
}
