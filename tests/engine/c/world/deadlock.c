// All threads have ended but one, and that one waits: a row that says deadlock.
// verdict: inconclusive
// incomplete: deadlock
// flags: --cflags=-pthread --sym-stdin 1
// replay: skip because it waits for ever
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *take(void *argument) {
  pthread_mutex_lock(&lock);
  return argument;
}
int main(void) {
  pthread_t thread;
  char byte = 0;
  read(0, &byte, 1);
  if (byte == 'x') {
    pthread_create(&thread, 0, take, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&lock);
    return 1; //~ dead
  }
  return 0; //~ reached
}
