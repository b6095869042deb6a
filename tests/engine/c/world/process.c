// Who the process is, a signal that it sends itself, and what it is lent.
// paths: 2 -- the byte is 'x' or not
// flags: --sym-stdin 1
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
static int seen;
static void on_signal(int number) { seen = number; }
int main(void) {
  unsigned char byte = 0;
  struct rlimit limit;
  read(0, &byte, 1);
  signal(SIGUSR1, on_signal);
  kill(getpid(), SIGUSR1);
  if (seen != SIGUSR1 || getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur != 1024)
    return 9; //~ dead
  if (byte == 'x')
    puts("x"); //~ reached
  printf("%d\n", (int)getpid());
  return 0;
}
