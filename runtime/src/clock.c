/* The model's clock, which moves only while the program sleeps, and who the program is. Native runs have the same. */
#include "file.h"
#include "threads.h"

enum { PARENT = 4241, TICKS = 100, CLOCK_CPU_PROCESS = 2, CLOCK_CPU_THREAD = 3, CLOCKS = 12, THOUSAND = 1000, MILLION = 1000000 };
#define BILLION 1000000000L

static void pass_time(long seconds, long nanoseconds) {
    slept.seconds += seconds;
    slept.nanoseconds += nanoseconds;
    if (slept.nanoseconds >= BILLION) {
        slept.nanoseconds -= BILLION;
        slept.seconds++;
    }
    if (__braid_yield)
        __braid_yield();
}

API int clock_gettime(int clock, struct moment *now) {
    if (clock < 0 || clock >= CLOCKS)
        return fail_with(E_INVAL);
    int is_used = clock == CLOCK_CPU_PROCESS || clock == CLOCK_CPU_THREAD;
    *now = is_used ? (struct moment){0, 0} : (struct moment){CLOCK_START + slept.seconds, slept.nanoseconds};
    return 0;
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

API int nanosleep(const struct moment *wanted, struct moment *left) {
    if (wanted->seconds < 0 || wanted->nanoseconds < 0 || wanted->nanoseconds >= BILLION)
        return fail_with(E_INVAL);
    pass_time(wanted->seconds, wanted->nanoseconds);
    return 0;
}

enum { ABSOLUTE_TIME = 1 };

API int clock_nanosleep(int clock, int flags, const struct moment *wanted, struct moment *left) {
    if (clock < 0 || clock >= CLOCKS || wanted->nanoseconds < 0 || wanted->nanoseconds >= BILLION)
        return E_INVAL;
    if (!(flags & ABSOLUTE_TIME)) {
        pass_time(wanted->seconds, wanted->nanoseconds);
    } else if (wanted->seconds - CLOCK_START > slept.seconds) {
        slept.seconds = wanted->seconds - CLOCK_START;
        slept.nanoseconds = wanted->nanoseconds;
    }
    return 0;
}

API unsigned sleep(unsigned seconds) {
    pass_time((long)seconds, 0);
    return 0;
}

API int usleep(unsigned microseconds) {
    pass_time((long)(microseconds / MILLION), (long)(microseconds % MILLION) * THOUSAND);
    return 0;
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
