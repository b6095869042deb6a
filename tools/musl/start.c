/* What musl finds set up when a program starts on a machine: the data of its thread, and what is done at the end. */
char __braid_thread[1024] __attribute__((aligned(16)));

/* Functions with the attribute destructor are found by the linker on a machine; programs that have such are for the usual libc. */
void __libc_exit_fini(void) {}
