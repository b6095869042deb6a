/* In place of musl's header of this name: the one thread there is has its data in a variable (start.c), not behind a register. */
extern char __braid_thread[];

static inline uintptr_t __get_tp(void) { return (uintptr_t)__braid_thread; }

#define MC_PC gregs[REG_RIP]
