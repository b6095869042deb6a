/* The alarm: one timer of real time, which the clock of the model passes while the program sleeps or waits. Timers of used time never ring: a program
 * uses none. */
#include "file.h"

enum { REAL_TIMER = 0, TIMERS = 3 };

/* `struct itimerval`: in microseconds. */
struct timer {
    struct moment again, first;
};

/* What is left of the alarm, and what it rings after again. */
static struct timer left_of_alarm(void) {
    struct timer left = {{alarm_again.seconds, alarm_again.nanoseconds / THOUSAND}, {0, 0}};
    if (is_set(alarm_at)) {
        struct moment rest = between(slept, alarm_at);
        left.first = (struct moment){rest.seconds, rest.nanoseconds / THOUSAND};
    }
    return left;
}

static void set_alarm(struct moment first, struct moment again) {
    alarm_at = is_set(first) ? later(slept, first) : (struct moment){0, 0};
    alarm_again = is_set(first) ? again : (struct moment){0, 0};
}

static int is_microseconds(struct moment span) {
    return span.seconds >= 0 && span.nanoseconds >= 0 && span.nanoseconds < MILLION;
}

API int getitimer(int which, struct timer *left) {
    if (which < 0 || which >= TIMERS)
        return fail_with(E_INVAL);
    *left = which == REAL_TIMER ? left_of_alarm() : (struct timer){{0, 0}, {0, 0}};
    return 0;
}

API int setitimer(int which, const struct timer *restrict wanted, struct timer *restrict old) {
    if (which < 0 || which >= TIMERS || (wanted && !(is_microseconds(wanted->first) && is_microseconds(wanted->again))))
        return fail_with(E_INVAL);
    if (old)
        getitimer(which, old);
    if (which == REAL_TIMER && wanted)
        set_alarm((struct moment){wanted->first.seconds, wanted->first.nanoseconds * THOUSAND},
                  (struct moment){wanted->again.seconds, wanted->again.nanoseconds * THOUSAND});
    else if (which == REAL_TIMER)
        set_alarm((struct moment){0, 0}, (struct moment){0, 0});
    return 0;
}

/* What was left of the alarm before, in seconds; at least one if it was set. */
API unsigned alarm(unsigned seconds) {
    struct moment left = left_of_alarm().first;
    set_alarm((struct moment){(long)seconds, 0}, (struct moment){0, 0});
    return (unsigned)(left.seconds + ((left.seconds == 0 && left.nanoseconds > 0) || left.nanoseconds >= MILLION / 2));
}

/* The same in microseconds. */
API unsigned ualarm(unsigned microseconds, unsigned again) {
    struct moment left = left_of_alarm().first;
    set_alarm((struct moment){microseconds / MILLION, (long)(microseconds % MILLION) * THOUSAND},
              (struct moment){again / MILLION, (long)(again % MILLION) * THOUSAND});
    return (unsigned)(left.seconds * MILLION + left.nanoseconds);
}

/* Waits until a handler has run. Nobody sends signals but the alarm. */
API int pause(void) {
    while (is_set(alarm_at))
        if (ring())
            return fail_with(E_INTR);
    __braid_unsupported("waiting for a signal that nobody sends");
}
