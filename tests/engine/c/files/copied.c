// A part of a file copied into another, and what cannot be copied.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 6
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  off64_t at = 1;
  int a = open("A", O_RDONLY), b = open("b", O_RDWR | O_CREAT, 0600);
  printf("%d ", (int)copy_file_range(a, &at, b, 0, 3, 0));
  printf("%d %d %d\n", (int)at, (int)lseek(a, 0, SEEK_CUR), (int)lseek(b, 0, SEEK_CUR));
  printf("%d ", (int)copy_file_range(a, 0, b, 0, 100, 0));
  printf("%d %d\n", (int)copy_file_range(a, 0, b, 0, 100, 0), (int)lseek(b, 0, SEEK_END));
  printf("%d %d\n", (int)copy_file_range(b, 0, a, 0, 1, 0), errno == EBADF);
  printf("%d %d\n", (int)copy_file_range(a, 0, 1, 0, 1, 0), errno == EINVAL);
  return 0;
}
