// Times to wait pass only when nobody else can go on; who waits for longer goes on later.
// verdict: inconclusive
// incomplete: threads run one after the other
// flags: --sym-stdin 1 --cflags=-pthread
// replay: skip because natively it is the machine that wakes who waits for a moment, and all moments of the model have passed there
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t given;
static int order;
static void *wait_for(void *argument) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += *(int *)argument;
  pthread_mutex_lock(&lock);
  if (pthread_cond_timedwait(&never, &lock, &until) != ETIMEDOUT)
    return 0; //~ dead
  order = order * 10 + *(int *)argument;
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  int spans[2] = {5, 2};
  pthread_t threads[2];
  struct timespec until;
  unsigned char byte = 0;
  read(0, &byte, 1);
  if (byte == 'x') {
    sem_init(&given, 0, 0);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    if (!sem_timedwait(&given, &until) || errno != ETIMEDOUT)
      return 9; //~ dead
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, wait_for, &spans[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  printf("%d\n", order);
  return order == 25 ? 0 : 8; //~ reached
}
