/* Waiting for signals: for a handler (sigsuspend), or for the number of one that is blocked (sigwait). The program is alone, so what is not pending comes
 * from the alarm or never. */
#include "signals.h"

API int sigsuspend(const signal_set *blocked) {
    uint64_t before = __braid_blocked_signals;
    int has_run = __braid_unblock(bits_of(blocked));
    while (!has_run && is_set(alarm_at))
        has_run = ring();
    if (!has_run)
        __braid_unsupported("waiting for a signal that nobody sends");
    __braid_unblock(before);
    return fail_with(E_INTR);
}

API int sigpause(int unblocked) {
    signal_set blocked = {{0}};
    blocked.words[0] = (unsigned long)(__braid_blocked_signals & ~((uint64_t)1 << (unblocked - 1)));
    return sigsuspend(&blocked);
}

/* The next of these signals. An alarm that rings meanwhile and is none of them interrupts, if it has a handler: then 0, as where the moment comes before. */
static int next_signal(uint64_t wanted, const struct moment *until) {
    int number = __braid_take_signal(wanted);
    while (!number && is_set(alarm_at) && !(until && is_before(*until, alarm_at))) {
        if (ring())
            return errno = E_INTR, 0;
        number = __braid_take_signal(wanted);
    }
    if (number)
        return number;
    if (!until)
        __braid_unsupported("waiting for a signal that nobody sends");
    pass_until(*until);
    return errno = E_AGAIN, 0;
}

/* SIGALRM from the kernel, others from the program itself. */
static int tell_signal(int number, signal_info *info) {
    if (!number)
        return -1;
    if (info)
        *info = (signal_info){.number = number};
    return number;
}

API int sigwait(const signal_set *set, int *number) {
    int kept = errno;
    do
        *number = next_signal(bits_of(set), 0);
    while (!*number);
    errno = kept;
    return 0;
}

API int sigwaitinfo(const signal_set *set, signal_info *info) {
    return tell_signal(next_signal(bits_of(set), 0), info);
}

API int sigtimedwait(const signal_set *set, signal_info *info, const struct moment *span) {
    if (!span)
        return sigwaitinfo(set, info);
    struct moment until = later(slept, *span);
    return tell_signal(next_signal(bits_of(set), &until), info);
}
