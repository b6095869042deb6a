// Files that are cut and made longer: what comes back is zero.
// paths: 1 -- nothing is decided by the input
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char bytes[8];
  int f = open("f", O_RDWR | O_CREAT, 0600);
  write(f, "abcdef", 6);
  printf("%d %d\n", ftruncate(f, 2), ftruncate(f, 6));
  printf("%d", (int)pread(f, bytes, 8, 0));
  for (int i = 0; i < 6; i++)
    printf(" %d", bytes[i]);
  printf("\n%d %d\n", ftruncate(f, -1), errno == EINVAL);
  printf("%d %ld\n", truncate("f", 1), (long)lseek(f, 0, SEEK_END));
  int r = open("f", O_RDONLY);
  printf("%d %d\n", ftruncate(r, 0), errno == EINVAL);
  printf("%d %d\n", truncate("none", 0), errno == ENOENT);
  printf("%d %d\n", truncate(".", 0), errno == EISDIR);
  return 0;
}
