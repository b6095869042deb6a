/* More of signals: operations on sets, and the interfaces of System V and BSD over those of POSIX (signal.c). */
#include "signals.h"

int sigaction(int number, const void *action, void *old);
int sigaddset(signal_set *set, int number);
int sigdelset(signal_set *set, int number);
void (*signal(int number, void (*handler)(int)))(int);
int kill(int process, int number);
int getpid(void);

enum { HOLDS, RELEASES, WORDS = sizeof(signal_set) / sizeof(long) };

API int sigisemptyset(const signal_set *set) {
    unsigned long all = 0;
    for (int at = 0; at < WORDS; at++)
        all |= set->words[at];
    return all == 0;
}

API int sigandset(signal_set *to, const signal_set *a, const signal_set *b) {
    for (int at = 0; at < WORDS; at++)
        to->words[at] = a->words[at] & b->words[at];
    return 0;
}

API int sigorset(signal_set *to, const signal_set *a, const signal_set *b) {
    for (int at = 0; at < WORDS; at++)
        to->words[at] = a->words[at] | b->words[at];
    return 0;
}

static int change_one(int how, int number) {
    signal_set set = {{0}};
    return sigaddset(&set, number) ? -1 : sigprocmask(how, &set, 0);
}

API int sighold(int number) {
    return change_one(HOLDS, number);
}

API int sigrelse(int number) {
    return change_one(RELEASES, number);
}

API int sigignore(int number) {
    return signal(number, (void (*)(int))1) == (void (*)(int)) - 1 ? -1 : 0;
}

#define HOLD ((void (*)(int))2)
#define FAILED ((void (*)(int)) - 1)

/* Sets a handler and blocks the signal no more; or blocks it. Tells what was before. */
API void (*sigset(int number, void (*handler)(int)))(int) {
    struct {
        void (*handler)(int);
        signal_set blocked;
        int flags;
        void (*restorer)(void);
    } old;
    signal_set before;
    if (sigaction(number, 0, &old) || sigprocmask(HOLDS, 0, &before))
        return FAILED;
    int was_blocked = (int)(bits_of(&before) >> (number - 1) & 1);
    if (handler == HOLD)
        change_one(HOLDS, number);
    else if (signal(number, handler) == FAILED || change_one(RELEASES, number))
        return FAILED;
    return was_blocked ? HOLD : old.handler;
}

static unsigned lower(void) {
    return (unsigned)__braid_blocked_signals;
}

API int siggetmask(void) {
    return (int)lower();
}

API int sigblock(int mask) {
    unsigned before = lower();
    __braid_unblock(__braid_blocked_signals | (unsigned)mask);
    return (int)before;
}

API int sigsetmask(int mask) {
    unsigned before = lower();
    __braid_unblock((unsigned)mask);
    return (int)before;
}

/* Calls that a signal interrupts begin anew, or not: nothing is interrupted but waiting. */
API int siginterrupt(int number, int interrupts) {
    signal_set set = {{0}};
    return sigaddset(&set, number);
}

/* Handlers run on the stack of the program. */
struct signal_stack {
    void *bytes;
    int flags;
    size_t size;
};
enum { NO_STACK = 2, SIGNAL_STACK_LEAST = 2048 };
static struct signal_stack signal_stack = {.flags = NO_STACK};

API int sigaltstack(const struct signal_stack *restrict wanted, struct signal_stack *restrict old) {
    if (wanted && wanted->flags & ~NO_STACK)
        return fail_with(E_INVAL);
    if (wanted && !(wanted->flags & NO_STACK) && wanted->size < SIGNAL_STACK_LEAST)
        return fail_with(E_NOMEM);
    if (old)
        *old = signal_stack;
    if (wanted)
        signal_stack = wanted->flags & NO_STACK ? (struct signal_stack){.flags = NO_STACK} : *wanted;
    return 0;
}
