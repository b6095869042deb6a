/* Threads, as both modules of the runtime know them. */
#ifndef BRAID_THREADS_H
#define BRAID_THREADS_H

#include "runtime.h"

/* The thread that runs: 0 is the first, others are numbered as they are made. */
extern unsigned __braid_thread;

/* A moment of the model's clock. */
struct moment;

/* Lets others run, until they have come to an end or wait. Ends the path if nobody can go on: a deadlock. If a moment is given and
 * nobody can go on before it, the clock goes on to it, and 1 is returned. Null where no threads can be made. */
__attribute__((weak)) int __braid_suspend(const struct moment *until);
/* This thread has got what it has waited for. */
__attribute__((weak)) void __braid_moved(void);
/* Waits until somebody wakes who waits for this address; 1 if the moment has come before that. */
__attribute__((weak)) int __braid_block(const void *address, const struct moment *until);
/* Wakes up to `most` threads that wait for an address, in the order in which they came; returns how many. */
__attribute__((weak)) unsigned __braid_wake(const void *address, unsigned most);
/* Lets others run who can. */
__attribute__((weak)) void __braid_yield(void);

/* The only thread waits for another. */
NORETURN void __braid_wait_for_ever(void);

/* Waits while a condition holds that only other threads can change. */
#define WAIT_WHILE(condition)            \
    if (condition) {                     \
        do {                             \
            if (!__braid_suspend)        \
                __braid_wait_for_ever(); \
            __braid_suspend(0);          \
        } while (condition);             \
        __braid_moved();                 \
    }

/* The destructors that a thread has registered for its end (exit.c): takes them away and puts others in their place; runs them. */
struct handler;
struct handler *__braid_swap_thread_handlers(struct handler *list);
void __braid_run_thread_handlers(void);

#endif
