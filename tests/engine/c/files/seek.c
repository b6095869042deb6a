// Positions: from each origin, behind the end, and those that there are not; a hole reads as zeros.
// paths: 1 -- nothing is decided by the input
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char bytes[16] = "................";
  int f = open("new", O_RDWR | O_CREAT | O_EXCL, 0600);
  printf("%d %d\n", f, (int)write(f, "abc", 3));
  printf("%ld %ld\n", (long)lseek(f, 4, SEEK_CUR), (long)lseek(f, 0, SEEK_END));
  printf("%d\n", (int)pwrite(f, "xyz", 3, 6));
  printf("%ld %d\n", (long)lseek(f, -9, SEEK_END), (int)read(f, bytes, 16));
  for (int i = 0; i < 10; i++)
    printf("%d ", bytes[i]);
  printf("\n%d %d\n", (int)lseek(f, -1, SEEK_SET), errno == EINVAL);
  printf("%d %d\n", (int)lseek(f, 0, 99), errno == EINVAL);
  printf("%d %d\n", (int)lseek(1, 0, SEEK_CUR), errno == ESPIPE);
  printf("%ld %d\n", (long)lseek(f, 1000, SEEK_SET), (int)read(f, bytes, 1));
  printf("%d %ld\n", (int)pread(f, bytes, 4, 7), (long)lseek(f, 0, SEEK_CUR));
  printf("%d\n", (int)pread(f, bytes, 4, 100));
  printf("%d %ld\n", (int)write(f, "", 0), (long)lseek(f, 0, SEEK_END));
  return 0;
}
