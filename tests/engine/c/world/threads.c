// Threads run one after the other: results, locks, thread-local variables, keys, an early end. Other orders are left out, which is told.
// verdict: inconclusive
// incomplete: threads run one after the other
// flags: --sym-stdin 1 --cflags=-pthread
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static __thread int own = 7;
static int sum, made, freed;
static sem_t ready;
static void make_key(void) {
  made++;
  pthread_key_create(&key, free);
}
static void *add(void *argument) {
  int *n = argument;
  pthread_once(&once, make_key);
  pthread_setspecific(key, malloc(4));
  if (own != 7)
    return 0; //~ dead
  own += *n;
  errno = 5;
  pthread_mutex_lock(&lock);
  sum += own;
  pthread_mutex_unlock(&lock);
  sem_post(&ready);
  if (*n == 2)
    pthread_exit(&sum); //~ reached
  return argument;
}
int main(void) {
  pthread_t threads[2];
  int numbers[2] = {1, 2};
  unsigned char byte = 0;
  void *results[2];
  read(0, &byte, 1);
  sem_init(&ready, 0, 0);
  own = 100;
  errno = 0;
  for (int i = 0; i < 2; i++)
    if (pthread_create(&threads[i], 0, add, &numbers[i]))
      return 9; //~ dead
  sem_wait(&ready);
  sem_wait(&ready);
  for (int i = 0; i < 2; i++)
    if (pthread_join(threads[i], &results[i]))
      return 8; //~ dead
  if (results[0] != &numbers[0] || results[1] != &sum || sum != 17 || made != 1 || own != 100 || errno)
    return 7; //~ dead
  if (byte == 'x')
    puts("x"); //~ reached
  printf("%d\n", sum);
  return 0;
}
