// A program that reaches for the machine's own files finds none of them, in the engine as in a native run.
// paths: 1 -- nothing is decided by the input
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  printf("%d %d\n", open("/etc/passwd", O_WRONLY), errno);
  printf("%d %d\n", open("/etc/passwd", O_RDONLY), errno);
  printf("%d %d\n", unlink("/etc/passwd"), errno);
  printf("%d %d\n", rename("/etc", "/tmp/etc"), errno);
  printf("%d %d\n", open("../../../../etc/hostname", O_RDONLY), errno);
  printf("%d %d\n", open("/proc/self/root/etc/passwd", O_RDONLY), errno);
  return 0;
}
