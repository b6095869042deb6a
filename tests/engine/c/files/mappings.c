// Memory from mmap: fresh, a copy of a file, and the file itself.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 5
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
  char c = 0;
  int a = open("A", O_RDWR);
  char *fresh = mmap(0, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fresh[99] = 1;
  printf("%d %d %d\n", fresh[0], fresh[99], fresh[4095]);
  char *copy = mmap(0, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE, a, 0);
  copy[0] = '!';
  pread(a, &c, 1, 0);
  printf("%c %d\n", copy[0], copy[5]);
  char *shared = mmap(0, 5, PROT_READ | PROT_WRITE, MAP_SHARED, a, 0);
  shared[1] = '?';
  printf("%d %c\n", (int)pread(a, &c, 1, 1), c);
  pwrite(a, "#", 1, 2);
  printf("%c\n", shared[2]);
  printf("%d %d %d\n", munmap(fresh, 100), munmap(copy, 5), munmap(shared, 5));
  printf("%d\n", mmap(0, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
  printf("%d\n", mmap(0, 5, PROT_READ, MAP_PRIVATE, 44, 0) == MAP_FAILED && errno == EBADF);
  int r = open("A", O_RDONLY);
  printf("%d\n", mmap(0, 5, PROT_WRITE, MAP_SHARED, r, 0) == MAP_FAILED && errno == EACCES);
  return 0;
}
