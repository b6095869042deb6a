// Vectors, atomics, and integers of odd widths.
#include <stdatomic.h>
#include <stdint.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef char v16c __attribute__((vector_size(16)));

v4i vector_math(v4i a, v4i b, int i) {
  v4i r = a + b * a - (a & b);
  r[i & 3] = b[0];
  v4i c = a < b;
  return (c & r) | __builtin_shufflevector(a, b, 0, 5, 2, 7) | (v4i){1, 2, 3, i};
}
v4f vector_float(v4f a, v4f b) { return a * b - a / b + (v4f){0.5f, 0.25f, 1.0f, 2.0f}; }
v2d widen(v4f a) { return __builtin_convertvector(__builtin_shufflevector(a, a, 0, 1), v2d); }
v16c bytes(v16c a) { return a >> 1 ^ (v16c){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}; }

_Atomic int counter;
atomic_flag flag = ATOMIC_FLAG_INIT;
int atomics(_Atomic long *p, long *expected, _Atomic uint8_t *small) {
  atomic_fetch_add(&counter, 1);
  atomic_fetch_sub_explicit(&counter, 2, memory_order_relaxed);
  atomic_fetch_and(&counter, 0xff);
  atomic_fetch_or(&counter, 1);
  atomic_fetch_xor(&counter, 3);
  long old = atomic_exchange_explicit(p, 5, memory_order_acq_rel);
  int ok = atomic_compare_exchange_strong(p, expected, 7);
  ok += atomic_compare_exchange_weak_explicit(p, expected, 8, memory_order_release, memory_order_relaxed);
  atomic_store_explicit(small, 1, memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
  while (atomic_flag_test_and_set(&flag)) {}
  return (int)old + ok + atomic_load_explicit(small, memory_order_acquire);
}
volatile int device;
int volatile_access(int x) { device = x; return device + device; }
