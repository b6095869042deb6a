// Pipes: bytes come out in their order, and ends that are closed are noticed.
// paths: 1 -- nothing is decided by the input
// flags: --sym-stdin 4
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char bytes[8] = {0}, input[4];
  read(0, input, 4);
  printf("%d %d %d\n", pipe(ends), ends[0], ends[1]);
  printf("%d %d\n", (int)write(ends[1], "abc", 3), (int)write(ends[1], input, 4));
  printf("%d %s\n", (int)read(ends[0], bytes, 2), bytes);
  printf("%d %d\n", (int)read(ends[0], bytes, 8), bytes[0] == 'c' && !memcmp(bytes + 1, input, 4));
  printf("%d %d\n", (int)write(ends[0], "x", 1), errno == EBADF);
  printf("%d %d\n", (int)lseek(ends[0], 0, SEEK_SET), errno == ESPIPE);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  printf("%d %d\n", (int)read(ends[0], bytes, 1), errno == EAGAIN);
  struct pollfd polled[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
  printf("%d %d %d\n", poll(polled, 2, 0), polled[0].revents, polled[1].revents);
  write(ends[1], "z", 1);
  printf("%d %d\n", poll(polled, 1, -1), polled[0].revents);
  close(ends[1]);
  printf("%d %d\n", (int)read(ends[0], bytes, 8), (int)read(ends[0], bytes, 8));
  printf("%d %d\n", poll(polled, 1, -1), polled[0].revents);
  close(ends[0]);
  signal(SIGPIPE, SIG_IGN);
  pipe(ends);
  close(ends[0]);
  printf("%d %d\n", (int)write(ends[1], "x", 1), errno == EPIPE);
  return 0;
}
