// Threads, locks and keys by their names in C11, and locks that spin; more threads one after the other than there are at once.
// verdict: inconclusive
// incomplete: threads run one after the other
// flags: --sym-stdin 1 --cflags=-pthread
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
#include <unistd.h>
static mtx_t lock;
static cnd_t ready;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static pthread_spinlock_t spin;
static int sum, begun, destroyed;
static void begin(void) { begun++; }
static void destroy(void *value) { destroyed++; }
static int add(void *argument) {
  call_once(&once, begin);
  tss_set(key, argument);
  mtx_lock(&lock);
  pthread_spin_lock(&spin);
  sum += *(int *)argument;
  pthread_spin_unlock(&spin);
  cnd_broadcast(&ready);
  mtx_unlock(&lock);
  return tss_get(key) == argument ? sum : -1;
}
int main(void) {
  thrd_t thread;
  int one = 1, result = 0;
  unsigned char byte = 0;
  pthread_attr_t options;
  size_t size;
  int state;
  read(0, &byte, 1);
  mtx_init(&lock, mtx_recursive);
  cnd_init(&ready);
  tss_create(&key, destroy);
  pthread_spin_init(&spin, 0);
  int count = byte == 'x' ? 100 : 3; //~ reached
  for (int at = 0; at < count; at++) {
    if (thrd_create(&thread, add, &one) != thrd_success)
      return 9; //~ dead
    thrd_join(thread, &result);
  }
  mtx_lock(&lock);
  mtx_lock(&lock);
  while (sum < count)
    cnd_wait(&ready, &lock);
  mtx_unlock(&lock);
  mtx_unlock(&lock);
  printf("%d %d %d %d\n", sum, result, begun, destroyed);
  pthread_attr_init(&options);
  pthread_attr_setdetachstate(&options, PTHREAD_CREATE_DETACHED);
  pthread_attr_getdetachstate(&options, &state);
  pthread_attr_setstacksize(&options, 1 << 20);
  pthread_attr_getstacksize(&options, &size);
  printf("%d %d\n", state == PTHREAD_CREATE_DETACHED, (int)size);
  printf("%d %d\n", pthread_spin_trylock(&spin), mtx_trylock(&lock) == thrd_success);
  return 0;
}
