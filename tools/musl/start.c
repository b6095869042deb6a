/* What musl finds set up when a program starts on a machine: the data of its thread, locale included, and what is done at the end. */
#include "libc.h"
#include "pthread_impl.h"

enum { PROCESS = 4242 };

struct pthread thread __asm__("__braid_thread") = {
    .self = &thread,
    .prev = &thread,
    .next = &thread,
    .tid = PROCESS,
    .detach_state = DT_JOINABLE,
    .locale = &libc.global_locale,
    .robust_list = {.head = &thread.robust_list.head},
};

/* Functions with the attribute destructor are found by the linker on a machine; programs that have such are for the usual libc. */
void __libc_exit_fini(void) {}
