/* Signals that a program sends itself: raise, kill, abort, and what they do: a handler runs at once, or the default ends the
 * program. Nobody else sends any. The numbers and structures are those of Linux. */
#include "signals.h"

enum { SIGNALS = 64, SIG_ABORT = 6, SIG_KILL = 9, SIG_ALARM = 14, SIG_STOP = 19 };
enum { WITH_INFO = 4, NOT_BLOCKED = 0x40000000 };
#define ONE_TIME 0x80000000u

typedef struct {
    void (*handler)(int);
    signal_set blocked;
    int flags;
    void (*restorer)(void);
} signal_action;

#define BY_DEFAULT ((void (*)(int))0)
#define IGNORED ((void (*)(int))1)
#define FAILED ((void (*)(int)) - 1)

static signal_action actions[SIGNALS + 1];
static uint64_t pending;

/* Which are blocked, a bit for each. The engine saves it with sigsetjmp. */
API uint64_t __braid_blocked_signals;

static uint64_t bit_of(int number) {
    return (uint64_t)1 << (number - 1);
}

static int is_signal(int number) {
    if (number >= 1 && number <= SIGNALS)
        return 1;
    errno = E_INVAL;
    return 0;
}

static void set_bits(signal_set *set, uint64_t bits) {
    set->words[0] = (unsigned long)bits;
#if ULONG_MAX != UINT64_MAX
    set->words[1] = (unsigned long)(bits >> 32);
#endif
}

/* The default: children, urgent data, windows and going on are ignored. */
static void act_by_default(int number) {
    switch (number) {
    case 17:
    case 18:
    case 23:
    case 28: return;
    case SIG_STOP:
    case 20:
    case 21:
    case 22: __braid_unsupported("a signal that stops the program");
    default: __braid_signal(number);
    }
}

static void run_handler(int number, int code) {
    static char context[1024];
    signal_action action = actions[number];
    signal_info info = {.number = number, .code = code};
    uint64_t before = __braid_blocked_signals;
    __braid_blocked_signals |= bits_of(&action.blocked);
    if (!(action.flags & NOT_BLOCKED))
        __braid_blocked_signals |= bit_of(number);
    if ((unsigned)action.flags & ONE_TIME)
        actions[number].handler = BY_DEFAULT;
    if (action.flags & WITH_INFO)
        ((void (*)(int, signal_info *, void *))action.handler)(number, &info, context);
    else
        action.handler(number);
    __braid_blocked_signals = before;
}

/* Whether a handler has run. */
static int deliver(int number, int code) {
    if (__braid_blocked_signals & bit_of(number)) {
        pending |= bit_of(number);
        return 0;
    }
    pending &= ~bit_of(number);
    if (actions[number].handler == IGNORED)
        return 0;
    if (actions[number].handler == BY_DEFAULT) {
        act_by_default(number);
        return 0;
    }
    run_handler(number, code);
    return 1;
}

/* What is pending and blocked no more arrives, the lowest number first; whether a handler has run. */
static int deliver_pending(void) {
    int has_run = 0;
    for (int number = 1; number <= SIGNALS; number++)
        if (pending & ~__braid_blocked_signals & bit_of(number))
            has_run |= deliver(number, 0);
    return has_run;
}

/* SI_TKILL, SI_USER and SI_KERNEL. */
enum { BY_RAISE = -6, BY_KILL = 0, BY_KERNEL = 0x80 };

static int send(int number, int code) {
    if (number == 0)
        return 0;
    if (!is_signal(number))
        return -1;
    deliver(number, code);
    deliver_pending();
    return 0;
}

API int raise(int number) {
    return send(number, BY_RAISE);
}

API int gsignal(int number) {
    return raise(number);
}

/* The alarm rings (alarm.c). */
API int __braid_alarm(void) {
    return deliver(SIG_ALARM, BY_KERNEL) | deliver_pending();
}

enum { PROCESS = 4242 };

/* The same in native runs. */
API int getpid(void) {
    return PROCESS;
}

API int kill(int process, int number) {
    if (process != 0 && process != getpid())
        __braid_unsupported("a signal for another process");
    return send(number, BY_KILL);
}

API int pthread_kill(unsigned long thread, int number) {
    return is_signal(number) ? send(number, BY_RAISE) : E_INVAL;
}

API int sigaction(int number, const signal_action *action, signal_action *old) {
    if (!is_signal(number))
        return -1;
    if (action && (number == SIG_KILL || number == SIG_STOP)) {
        errno = E_INVAL;
        return -1;
    }
    if (old)
        *old = actions[number];
    if (action) {
        actions[number] = *action;
        if (action->handler == IGNORED)
            pending &= ~bit_of(number);
    }
    return 0;
}

static void (*set_handler(int number, void (*handler)(int), int flags))(int) {
    signal_action action = {.handler = handler, .flags = flags}, old;
    return sigaction(number, &action, &old) ? FAILED : old.handler;
}

API void (*signal(int number, void (*handler)(int)))(int) {
    return set_handler(number, handler, 0);
}

API void (*bsd_signal(int number, void (*handler)(int)))(int) {
    return set_handler(number, handler, 0);
}

API void (*ssignal(int number, void (*handler)(int)))(int) {
    return set_handler(number, handler, 0);
}

API void (*sysv_signal(int number, void (*handler)(int)))(int) {
    return set_handler(number, handler, (int)(ONE_TIME | NOT_BLOCKED));
}

API void (*__sysv_signal(int number, void (*handler)(int)))(int) {
    return sysv_signal(number, handler);
}

enum { BLOCK, UNBLOCK, REPLACE };

/* Two signals can never be blocked. */
static int change_mask(int how, const signal_set *set, signal_set *old) {
    uint64_t before = __braid_blocked_signals, bits = set ? bits_of(set) : 0;
    if (set && (how < BLOCK || how > REPLACE))
        return E_INVAL;
    if (old) {
        *old = (signal_set){{0}};
        set_bits(old, before);
    }
    if (!set)
        return 0;
    uint64_t after = how == BLOCK ? before | bits : how == UNBLOCK ? before & ~bits : bits;
    __braid_blocked_signals = after & ~(bit_of(SIG_KILL) | bit_of(SIG_STOP));
    deliver_pending();
    return 0;
}

API int sigprocmask(int how, const signal_set *set, signal_set *old) {
    int error = change_mask(how, set, old);
    if (!error)
        return 0;
    errno = error;
    return -1;
}

API int pthread_sigmask(int how, const signal_set *set, signal_set *old) {
    return change_mask(how, set, old);
}

/* These signals are blocked from now on, and no others; whether a handler has run for one that was (await.c). */
API int __braid_unblock(uint64_t blocked) {
    __braid_blocked_signals = blocked & ~(bit_of(SIG_KILL) | bit_of(SIG_STOP));
    return deliver_pending();
}

/* Takes the lowest of these signals that is pending; 0 if none is. */
API int __braid_take_signal(uint64_t wanted) {
    for (int number = 1; number <= SIGNALS; number++)
        if (pending & wanted & bit_of(number)) {
            pending &= ~bit_of(number);
            return number;
        }
    return 0;
}

API int sigpending(signal_set *set) {
    *set = (signal_set){{0}};
    set_bits(set, pending & __braid_blocked_signals);
    return 0;
}

API int sigemptyset(signal_set *set) {
    *set = (signal_set){{0}};
    return 0;
}

API int sigfillset(signal_set *set) {
    *set = (signal_set){{0}};
    /* Without two that threads need themselves. */
    set_bits(set, ~(bit_of(32) | bit_of(33)));
    return 0;
}

/* Two belong to the threads of the C library. */
static int is_free_signal(int number) {
    if (number != 32 && number != 33)
        return is_signal(number);
    errno = E_INVAL;
    return 0;
}

API int sigaddset(signal_set *set, int number) {
    if (!is_free_signal(number))
        return -1;
    set_bits(set, bits_of(set) | bit_of(number));
    return 0;
}

API int sigdelset(signal_set *set, int number) {
    if (!is_free_signal(number))
        return -1;
    set_bits(set, bits_of(set) & ~bit_of(number));
    return 0;
}

API int sigismember(const signal_set *set, int number) {
    return is_signal(number) ? (bits_of(set) & bit_of(number)) != 0 : -1;
}

/* A handler runs first; if it comes back, the program ends all the same. */
API NORETURN void abort(void) {
    __braid_blocked_signals &= ~bit_of(SIG_ABORT);
    if (actions[SIG_ABORT].handler != BY_DEFAULT && actions[SIG_ABORT].handler != IGNORED)
        run_handler(SIG_ABORT, BY_RAISE);
    __braid_abort();
}

/* The signals that programs may use as they like; glibc keeps two for itself. */
API int __libc_current_sigrtmin(void) {
    return 34;
}

API int __libc_current_sigrtmax(void) {
    return SIGNALS;
}
