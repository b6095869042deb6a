/* Threads, as both modules of the runtime know them. */
#ifndef BRAID_THREADS_H
#define BRAID_THREADS_H

#include "runtime.h"

/* The thread that runs: 0 is the first, others are numbered as they are made. */
extern unsigned __braid_thread;

/* What this thread waits for never happens. If it is the first, all have ended or wait: a deadlock. */
NORETURN void __braid_wait_for_ever(void);

/* The destructors that a thread has registered for its end (exit.c): takes them away and puts others in their place; runs them. */
struct handler;
struct handler *__braid_swap_thread_handlers(struct handler *list);
void __braid_run_thread_handlers(void);

#endif
