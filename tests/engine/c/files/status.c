// What stat tells: kinds, sizes, permissions and the mask, links.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 5 --sym-stdin 3
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void tell(const char *path) {
  struct stat status;
  if (stat(path, &status)) {
    printf("%s: %d\n", path, errno);
    return;
  }
  long size = S_ISREG(status.st_mode) ? (long)status.st_size : 0;
  printf("%s: %o %ld %d\n", path, status.st_mode, size, S_ISREG(status.st_mode) ? (int)status.st_nlink : 0);
}
int main(void) {
  struct stat status, same;
  tell("A");
  tell(".");
  tell("/dev");
  tell("/here/A");
  tell("/tmp/none");
  tell("A/x");
  printf("%o\n", umask(077));
  close(open("mine", O_CREAT | O_WRONLY, 0666));
  tell("mine");
  printf("%d %d\n", chmod("mine", 0444), open("mine", O_WRONLY));
  printf("%d %d %d\n", access("mine", R_OK), access("mine", W_OK), errno == EACCES);
  printf("%d %d\n", access("none", F_OK), errno == ENOENT);
  printf("%d %d\n", link("A", "B"), lstat("B", &same));
  stat("A", &status);
  printf("%d %d\n", status.st_ino == same.st_ino, (int)status.st_nlink);
  printf("%ld %d\n", (long)status.st_mtime, status.st_mtime == status.st_atime);
  stat("/", &status);
  printf("%d %ld %d\n", status.st_size > 0, (long)status.st_mtime, status.st_mtime > status.st_atime);
  fstat(0, &status);
  printf("%d %ld\n", S_ISREG(status.st_mode), (long)status.st_size);
  fstat(1, &status);
  printf("%d\n", S_ISFIFO(status.st_mode));
  stat("/dev/null", &status);
  printf("%d %d %d\n", S_ISCHR(status.st_mode), (int)getuid(), (int)getgid());
  printf("%d %d\n", fstat(50, &status), errno == EBADF);
  return 0;
}
