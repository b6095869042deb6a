// O_APPEND writes behind the end wherever the offset is; O_TRUNC and O_EXCL as POSIX has them.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 3
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char bytes[8] = {0};
  int a = open("A", O_WRONLY | O_APPEND), r = open("A", O_RDONLY);
  lseek(a, 0, SEEK_SET);
  printf("%d %ld\n", (int)write(a, "xy", 2), (long)lseek(a, 0, SEEK_CUR));
  printf("%ld %d\n", (long)lseek(r, 3, SEEK_SET), (int)read(r, bytes, 8));
  printf("%s %d\n", bytes, fcntl(a, F_GETFL) & O_APPEND ? 1 : 0);
  fcntl(a, F_SETFL, 0);
  lseek(a, 4, SEEK_SET);
  write(a, "z", 1);
  pread(r, bytes, 2, 3);
  printf("%s\n", bytes);
  printf("%d %d\n", open("A", O_RDWR | O_CREAT | O_EXCL, 0600), errno == EEXIST);
  int t = open("A", O_WRONLY | O_TRUNC);
  printf("%d %ld %d\n", t, (long)lseek(r, 0, SEEK_END), (int)read(t, bytes, 1));
  printf("%d %d\n", open("none", O_WRONLY), errno == ENOENT);
  printf("%d %d\n", open("A/", O_RDONLY), errno == ENOTDIR);
  printf("%d %d\n", open(".", O_WRONLY), errno == EISDIR);
  printf("%d %d\n", open("", O_RDONLY), errno == ENOENT);
  return 0;
}
