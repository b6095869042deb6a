// Two threads hold a lock each and want the other's: a row that says deadlock; on other paths they take them in one order.
// verdict: inconclusive
// incomplete: deadlock: all threads wait
// flags: --cflags=-pthread --sym-stdin 1
// replay: skip because it waits for ever
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t ready;
static int order;
static void *take(void *unused) {
  pthread_mutex_lock(&locks[order]);
  sem_wait(&ready);
  pthread_mutex_lock(&locks[1 - order]);
  pthread_mutex_unlock(&locks[1 - order]);
  pthread_mutex_unlock(&locks[order]);
  return 0;
}
int main(void) {
  pthread_t thread;
  char byte = 0;
  read(0, &byte, 1);
  order = byte == 'x';
  sem_init(&ready, 0, 0);
  pthread_create(&thread, 0, take, 0);
  if (order == 0)
    sem_post(&ready), pthread_join(thread, 0);
  pthread_mutex_lock(&locks[0]);
  sem_post(&ready);
  pthread_mutex_lock(&locks[1]);
  return order; //~ reached
}
