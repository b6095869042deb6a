// Times of files that the program sets, by all the functions that do, and what they refuse.
// replay: skip because with sanitizers the machine answers for itself; without them it is compared in crates/cli/tests/world.rs
// flags: --sym-stdin 1
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>
static void tell(const char *name) {
  struct stat about;
  lstat(name, &about);
  printf("%s %ld.%09ld %ld.%09ld\n", name, (long)about.st_atim.tv_sec, about.st_atim.tv_nsec, (long)about.st_mtim.tv_sec,
         about.st_mtim.tv_nsec);
}
int main(void) {
  unsigned char byte = 0;
  read(0, &byte, 1);
  int file = open("file", O_CREAT | O_RDWR, 0644);
  symlink("file", "link");
  utime("file", &(struct utimbuf){5, byte == 'x' ? 7 : 8}); //~ reached
  tell("file");
  utimes("link", (struct timeval[]){{11, 999999}, {2000000000, 1}});
  tell("file");
  lutimes("link", (struct timeval[]){{1, 2}, {3, 4}});
  tell("link");
  sleep(3);
  futimens(file, (struct timespec[]){{0, UTIME_NOW}, {0, UTIME_OMIT}});
  tell("file");
  write(file, "x", 1);
  tell("file");
  futimes(file, (struct timeval[]){{-5, 0}, {0, 0}});
  tell("file");
  utimensat(AT_FDCWD, "link", 0, AT_SYMLINK_NOFOLLOW);
  tell("link");
  utimensat(AT_FDCWD, "file", (struct timespec[]){{1700000000, 5}, {0, UTIME_NOW}}, 0);
  tell("file");
  printf("%d %d\n", utimensat(AT_FDCWD, "file", (struct timespec[]){{0, 1000000000}, {0, 0}}, 0), errno == EINVAL);
  printf("%d %d\n", utimes("file", (struct timeval[]){{0, 1000000}, {0, 0}}), errno == EINVAL);
  printf("%d %d\n", utime("none", 0), errno == ENOENT);
  printf("%d %d\n", futimens(77, 0), errno == EBADF);
  return 0;
}
