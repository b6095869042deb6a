// Threads that are ended: where they wait, what they have pushed runs, the newest first; a thread that does not want to know goes on.
// verdict: inconclusive
// incomplete: threads run one after the other
// flags: --sym-stdin 1 --cflags=-pthread
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t given;
static int cleaned, went_on;
static void unlock(void *argument) { pthread_mutex_unlock(argument); }
static void clean(void *argument) { cleaned = cleaned * 10 + *(int *)argument; }
static void *wait_for_ever(void *argument) {
  int one = 1, two = 2;
  pthread_cleanup_push(clean, &one);
  pthread_cleanup_push(clean, &two);
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  for (;;)
    pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return argument;
}
static void *keep_on(void *argument) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  sem_wait(&given);
  pthread_testcancel();
  went_on = 1;
  return &went_on;
}
static void *leave(void *argument) {
  int three = 3;
  pthread_cleanup_push(clean, &three);
  pthread_exit(argument);
  pthread_cleanup_pop(0);
  return 0; //~ dead
}
int main(void) {
  pthread_t threads[3];
  void *result;
  unsigned char byte = 0;
  read(0, &byte, 1);
  sem_init(&given, 0, 0);
  pthread_create(&threads[0], 0, wait_for_ever, 0);
  pthread_create(&threads[1], 0, keep_on, 0);
  pthread_create(&threads[2], 0, leave, byte == 'x' ? &byte : 0); //~ reached
  pthread_join(threads[2], &result);
  if (result != (byte == 'x' ? &byte : 0))
    return 9; //~ dead
  usleep(1000);
  pthread_cancel(threads[0]);
  pthread_cancel(threads[1]);
  pthread_join(threads[0], &result);
  printf("%d %d %d\n", result == PTHREAD_CANCELED, cleaned, pthread_mutex_trylock(&lock));
  sem_post(&given);
  pthread_join(threads[1], &result);
  printf("%d %d\n", went_on, result == &went_on);
  return 0;
}
