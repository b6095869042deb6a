/* Signals, as other modules know them (signal.c). */
#ifndef BRAID_SIGNALS_H
#define BRAID_SIGNALS_H

#include "runtime.h"

/* How glibc keeps a set: 1024 bits, of which the first 64 are used. */
typedef struct {
    unsigned long words[128 / sizeof(long)];
} signal_set;

/* As far as a handler may look at it. */
typedef struct {
    int number, error, code;
    char rest[128 - 3 * sizeof(int)];
} signal_info;

/* Which are blocked, a bit for each. The engine saves it with sigsetjmp. */
extern uint64_t __braid_blocked_signals;

/* SIGALRM arrives; whether a handler has run. */
int __braid_alarm(void);
/* These signals are blocked from now on, and no others; whether a handler has run for one that was. */
int __braid_unblock(uint64_t blocked);
/* Takes the lowest of these signals that is pending; 0 if none is. */
int __braid_take_signal(uint64_t wanted);

int raise(int number);
int sigprocmask(int how, const signal_set *set, signal_set *old);

INLINE uint64_t bits_of(const signal_set *set) {
#if ULONG_MAX == UINT64_MAX
    return set->words[0];
#else
    return set->words[0] | (uint64_t)set->words[1] << 32;
#endif
}

#endif
