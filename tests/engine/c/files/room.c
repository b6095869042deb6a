// Room that is set aside, holes, pieces at an offset, files without a name, copies between descriptors, ranges of descriptors, locks.
// paths: 1 -- nothing is decided by the input
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
static long size_of(int file) {
  struct stat about;
  fstat(file, &about);
  return (long)about.st_size;
}
int main(void) {
  char bytes[16] = "", first[3], second[4];
  int file = open("file", O_RDWR | O_CREAT, 0600);
  write(file, "abcdefghij", 10);
  printf("%d %ld\n", posix_fallocate(file, 8, 12), size_of(file));
  printf("%d %ld\n", fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 100), size_of(file));
  printf("%d\n", fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 2, 3));
  pread(file, bytes, 16, 0);
  for (int at = 0; at < 12; at++)
    printf("%d ", bytes[at]);
  printf("\n%d %d\n", posix_fallocate(file, -1, 5) == EINVAL, posix_fallocate(99, 0, 5) == EBADF);
  struct iovec pieces[] = {{first, 3}, {second, 4}};
  printf("%d %.3s %.4s\n", (int)preadv(file, pieces, 2, 5), first, second);
  printf("%d %ld\n", (int)pwritev(file, pieces, 2, 30), size_of(file));
  int other = memfd_create("unnamed", 0);
  off_t from = 5;
  printf("%d %ld %ld\n", (int)sendfile(other, file, &from, 4), (long)from, size_of(other));
  lseek(other, 0, SEEK_SET);
  printf("%d %.4s\n", (int)read(other, bytes, 16), bytes);
  printf("%d %d\n", lockf(file, F_TLOCK, 0), lockf(file, F_ULOCK, 0));
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  printf("%d %d\n", fcntl(file, F_GETLK, &lock), lock.l_type == F_UNLCK);
  printf("%ld %ld\n", fpathconf(file, _PC_NAME_MAX), pathconf("/", _PC_PATH_MAX));
  printf("%d\n", dup2(file, 20));
  printf("%d %d %d\n", close_range(10, 30, 0), fcntl(20, F_GETFD), fcntl(file, F_GETFD));
  printf("%d\n", close_range(9, 3, 0) < 0 && errno == EINVAL);
  return 0;
}
