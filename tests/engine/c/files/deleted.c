// A file that is open stays when its last name goes; the name is free at once.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 4
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char bytes[4];
  struct stat status;
  int a = open("A", O_RDWR);
  printf("%d %d\n", unlink("A"), access("A", F_OK));
  fstat(a, &status);
  printf("%d %ld\n", (int)status.st_nlink, (long)status.st_size);
  printf("%d\n", (int)read(a, bytes, 4));
  int b = open("A", O_RDWR | O_CREAT, 0644);
  printf("%d %d\n", b, (int)read(b, bytes, 4));
  write(b, "new", 3);
  write(a, "+", 1);
  fstat(a, &status);
  printf("%ld ", (long)status.st_size);
  fstat(b, &status);
  printf("%ld\n", (long)status.st_size);
  printf("%d %d\n", close(a), unlink("A"));
  printf("%d %d\n", unlink("A"), errno == ENOENT);
  printf("%d %d\n", unlink("."), errno == EISDIR);
  return 0;
}
