// Names that are moved, linked and followed.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 2 2
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char target[16];
  printf("%d %d %d\n", rename("A", "C"), access("A", F_OK), access("C", F_OK));
  printf("%d %d\n", rename("C", "B"), access("C", F_OK));
  printf("%d %d\n", rename("none", "B"), errno == ENOENT);
  printf("%d %d\n", mkdir("d", 0755), rename("B", "d/B"));
  printf("%d %d\n", rename("d", "d/e"), errno == EINVAL);
  printf("%d %d\n", rename("d/B", "d"), errno == EISDIR || errno == EEXIST || errno == ENOTEMPTY);
  printf("%d %d\n", symlink("d/B", "s"), access("s", F_OK));
  memset(target, 0, sizeof target);
  printf("%d %s\n", (int)readlink("s", target, sizeof target), target);
  printf("%d %d\n", (int)readlink("d", target, sizeof target), errno == EINVAL);
  printf("%d %d\n", symlink("l", "l"), open("l", O_RDONLY) == -1 && errno == ELOOP);
  printf("%d %d\n", open("s", O_RDONLY | O_NOFOLLOW), errno == ELOOP);
  printf("%d %d\n", open("s", O_RDONLY), unlink("s"));
  printf("%d %d\n", link("d/B", "B"), link("none", "x") == -1 && errno == ENOENT);
  printf("%d %d\n", link("d", "x"), errno == EPERM);
  printf("%d %d\n", link("B", "d/B"), errno == EEXIST);
  printf("%d %d\n", symlink("/tmp", "t"), open("t/new", O_CREAT | O_WRONLY, 0600));
  printf("%d\n", access("/tmp/new", F_OK));
  return 0;
}
