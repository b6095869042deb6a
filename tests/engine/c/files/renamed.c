// renameat2 replaces nothing if told so; statx tells what stat does.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 2 3
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
  struct statx about;
  struct stat same;
  printf("%d %d\n", renameat2(AT_FDCWD, "A", AT_FDCWD, "B", RENAME_NOREPLACE), errno == EEXIST);
  printf("%d %d\n", renameat2(AT_FDCWD, "none", AT_FDCWD, "C", RENAME_NOREPLACE), errno == ENOENT);
  printf("%d %d\n", renameat2(AT_FDCWD, "A", AT_FDCWD, "C", 64), errno == EINVAL);
  printf("%d\n", renameat2(AT_FDCWD, "A", AT_FDCWD, "C", RENAME_NOREPLACE));
  printf("%d\n", renameat2(AT_FDCWD, "C", AT_FDCWD, "B", 0));
  printf("%d %d\n", statx(AT_FDCWD, "A", 0, STATX_SIZE, &about), errno == ENOENT);
  printf("%d %d\n", statx(AT_FDCWD, "B", 0, STATX_BASIC_STATS, &about), stat("B", &same));
  printf("%d %d %d %d\n", about.stx_size == same.st_size, about.stx_mode == same.st_mode, about.stx_nlink == same.st_nlink, about.stx_uid == same.st_uid);
  printf("%d %d\n", about.stx_mtime.tv_sec == same.st_mtim.tv_sec, about.stx_ino == same.st_ino);
  return 0;
}
