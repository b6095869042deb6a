// Atomic loads, stores, exchanges, every read-modify-write, compare and exchange weak and strong, fences.
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int counter = 10;
static atomic_ulong wide;
static atomic_bool flag;
static int plain = 7;

int main(void) {
    int old[] = {
        atomic_fetch_add(&counter, 5), atomic_fetch_sub(&counter, 3), atomic_fetch_or(&counter, 0x40),
        atomic_fetch_and(&counter, 0x4f), atomic_fetch_xor(&counter, 0x11), atomic_exchange(&counter, 100),
        __atomic_fetch_nand(&plain, 5, __ATOMIC_RELAXED), __atomic_fetch_max(&plain, 20, __ATOMIC_ACQUIRE),
        __atomic_fetch_min(&plain, -20, __ATOMIC_RELEASE), __sync_fetch_and_add(&plain, 1),
    };
    for (int i = 0; i < 10; i++) printf("%d ", old[i]);
    int expected = 99;
    int first = atomic_compare_exchange_strong(&counter, &expected, 1);
    int second = atomic_compare_exchange_strong(&counter, &expected, 2);
    unsigned long want = 0;
    while (!atomic_compare_exchange_weak_explicit(&wide, &want, want + 41, memory_order_acq_rel, memory_order_relaxed)) {}
    wide++;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    atomic_store_explicit(&flag, 1, memory_order_release);
    printf("%d %d %d %d %lu %d %d\n", first, second, expected, atomic_load(&counter), atomic_load_explicit(&wide, memory_order_acquire), flag, plain);
    return 0;
}
