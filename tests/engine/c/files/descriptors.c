// Descriptors: the lowest free one, duplicates that share an offset, and what is not open.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 6
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char c;
  int a = open("A", O_RDWR), b = dup(a), other = open("A", O_RDONLY);
  printf("%d %d %d\n", a, b, other);
  printf("%ld %d\n", (long)lseek(a, 2, SEEK_SET), (int)read(b, &c, 1));
  printf("%ld %ld\n", (long)lseek(a, 0, SEEK_CUR), (long)lseek(other, 0, SEEK_CUR));
  printf("%d %d\n", close(a), close(a) == -1 && errno == EBADF);
  printf("%d\n", open("A", O_RDONLY));
  printf("%d %d\n", dup2(b, 9), (int)lseek(9, 0, SEEK_CUR));
  printf("%d %d\n", dup2(other, 9), (int)lseek(9, 0, SEEK_CUR));
  printf("%d %d\n", fcntl(b, F_DUPFD, 20), fcntl(20, F_GETFD));
  printf("%d %d\n", fcntl(b, F_DUPFD_CLOEXEC, 20), fcntl(21, F_GETFD));
  printf("%d %d\n", fcntl(b, F_SETFD, FD_CLOEXEC), fcntl(b, F_GETFD));
  printf("%d %d\n", fcntl(b, F_GETFL) & O_ACCMODE, fcntl(other, F_GETFL) & O_ACCMODE);
  printf("%d %d\n", (int)write(other, "x", 1), errno == EBADF);
  printf("%d %d\n", (int)read(77, &c, 1), errno == EBADF);
  printf("%d %d\n", dup(-1), errno == EBADF);
  printf("%d %d %d\n", isatty(0), isatty(1), isatty(b));
  return 0;
}
