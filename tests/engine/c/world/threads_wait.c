// Threads that wait for each other: a lock, a condition, a semaphore, a barrier, an unfinished thread. Each goes on when it can.
// verdict: inconclusive
// incomplete: threads run one after the other
// flags: --sym-stdin 1 --cflags=-pthread
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t gate;
static sem_t given;
static __thread int own = 1;
static int turn, rounds, sum;
static pthread_t first;
static void *play(void *argument) {
  int me = *(int *)argument;
  jmp_buf back;
  own += me;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 3; i++) {
    while (turn != me)
      pthread_cond_wait(&changed, &lock);
    rounds = rounds * 10 + me;
    turn = 3 - me;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&lock);
  pthread_barrier_wait(&gate);
  if (!setjmp(back)) {
    sem_wait(&given);
    longjmp(back, 1);
  }
  sum += own;
  return argument;
}
static void *last(void *unused) {
  pthread_join(first, 0);
  sum += 100;
  pthread_exit(&sum);
}
int main(void) {
  int numbers[2] = {1, 2};
  pthread_t second, third;
  void *result;
  unsigned char byte = 0;
  read(0, &byte, 1);
  pthread_barrier_init(&gate, 0, 3);
  sem_init(&given, 0, 0);
  turn = byte == 'x' ? 2 : 1;
  pthread_mutex_lock(&lock);
  pthread_create(&first, 0, play, &numbers[0]);
  pthread_create(&second, 0, play, &numbers[1]);
  pthread_create(&third, 0, last, 0);
  pthread_mutex_unlock(&lock);
  pthread_barrier_wait(&gate);
  sem_post(&given);
  sem_post(&given);
  if (pthread_join(second, &result) || result != &numbers[1])
    return 9; //~ dead
  if (pthread_join(third, &result) || result != &sum)
    return 8; //~ dead
  if (own != 1 || sum != 105)
    return 7; //~ dead
  if (byte == 'x')
    return rounds == 212121 ? 0 : 6; //~ reached
  printf("%d\n", rounds);
  return rounds == 121212 ? 0 : 5; //~ reached
}
