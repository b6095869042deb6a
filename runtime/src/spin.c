/* Locks that are waited for in a loop. There is one processor: others run meanwhile. */
#include "threads.h"

API int pthread_spin_init(volatile int *lock, int shared) {
    *lock = 0;
    return 0;
}

API int pthread_spin_destroy(volatile int *lock) {
    return 0;
}

API int pthread_spin_trylock(volatile int *lock) {
    if (*lock)
        return E_BUSY;
    *lock = 1;
    return 0;
}

API int pthread_spin_lock(volatile int *lock) {
    WAIT_WHILE(pthread_spin_trylock(lock));
    return 0;
}

API int pthread_spin_unlock(volatile int *lock) {
    *lock = 0;
    return 0;
}
