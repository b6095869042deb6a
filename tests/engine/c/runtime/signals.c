// Signals that a program sends itself: handlers, blocking, defaults. The outcome of each way is that of the machine.
// paths: 9 -- one for each way
#include <klee/klee.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t seen;
static sigjmp_buf out;

static void note(int number) {
    seen = seen * 100 + number;
}

static void leave(int number) {
    siglongjmp(out, number);
}

static void detailed(int number, siginfo_t *info, void *context) {
    (void)context;
    seen = info->si_signo == number ? number : -1;
}

/* A second one of the same number waits until the handler returns. */
static void nested(int number) {
    seen++;
    if (seen == 1) {
        raise(number);
        if (seen != 1)
            exit(90);
    }
}

static void blocked(void) {
    sigset_t set, old;
    signal(SIGUSR1, note);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &old);
    raise(SIGUSR1);
    if (seen || sigismember(&old, SIGUSR1))
        exit(91);
    sigpending(&set);
    if (!sigismember(&set, SIGUSR1))
        exit(92);
    sigprocmask(SIG_SETMASK, &old, NULL);
}

int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    switch (klee_range(0, 9, "way")) {
    case 0:
        signal(SIGUSR1, note);
        signal(SIGUSR2, note);
        raise(SIGUSR1);
        raise(SIGUSR2);
        break; //~ reached
    case 1:
        signal(SIGTERM, SIG_IGN);
        kill(getpid(), SIGTERM);
        seen = 7;
        break; //~ reached
    case 2: blocked(); break; //~ reached
    case 3:
        action.sa_sigaction = detailed;
        action.sa_flags = SA_SIGINFO | SA_RESETHAND;
        sigaction(SIGHUP, &action, NULL);
        raise(SIGHUP);
        raise(SIGHUP); //~ bug: abort
        break; //~ dead
    case 4:
        signal(SIGSEGV, leave);
        for (int i = 0; i < 2; i++)
            if (sigsetjmp(out, 1) == 0)
                raise(SIGSEGV);
        seen = 11;
        break; //~ reached
    case 5:
        printf("lost\n");
        raise(SIGKILL); //~ bug: abort
        break; //~ dead
    case 6:
        signal(SIGABRT, note);
        abort(); //~ bug: abort
        break;
    case 7:
        signal(SIGUSR1, nested);
        raise(SIGUSR1);
        break; //~ reached
    default:
        raise(SIGCHLD);
        seen = raise(99) == -1 ? 5 : 6;
        break; //~ reached
    }
    printf("%d\n", (int)seen);
    return seen & 127;
}
