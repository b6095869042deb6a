// The clock moves only while the program sleeps, by just as much.
// replay: skip because sanitizers bring a clock of their own; crates/cli/tests/world.rs replays it without
// paths: 1 -- nothing is decided by the input
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  struct timespec now, pause = {1, 700000000};
  struct timeval day;
  time_t start = time(0);
  sleep(9999);
  printf("%ld %ld\n", (long)start, (long)(time(0) - start));
  nanosleep(&pause, 0);
  nanosleep(&pause, 0);
  clock_gettime(CLOCK_REALTIME, &now);
  printf("%ld %ld\n", (long)(now.tv_sec - start), now.tv_nsec);
  usleep(1500000);
  gettimeofday(&day, 0);
  printf("%ld %ld\n", (long)(day.tv_sec - start), (long)day.tv_usec);
  return clock() == 0 ? 0 : 1;
}
