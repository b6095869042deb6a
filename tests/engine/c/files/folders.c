// Folders: made, entered, listed, removed.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 1
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int count(const char *path) {
  int names = 0; // without those that only instrumented programs have
  DIR *dir = opendir(path);
  if (!dir)
    return -errno;
  for (struct dirent *entry; (entry = readdir(dir));)
    names += strcmp(entry->d_name, ".braid") != 0;
  closedir(dir);
  return names;
}
int main(void) {
  char path[64];
  printf("%s %d\n", getcwd(path, sizeof path), count("."));
  printf("%d %d\n", mkdir("d", 0700), mkdir("d", 0700) == -1 && errno == EEXIST);
  printf("%d %d\n", mkdir("none/d", 0700), errno == ENOENT);
  printf("%d %d\n", mkdir("A/d", 0700), errno == ENOTDIR);
  printf("%d %s\n", chdir("d"), getcwd(path, sizeof path));
  printf("%d %d\n", count("."), count("..") == 4);
  close(open("f", O_CREAT | O_WRONLY, 0600));
  printf("%d %d\n", chdir("../d/.."), count("d"));
  printf("%d %d\n", rmdir("d"), errno == ENOTEMPTY);
  printf("%d %d\n", unlink("d/f"), rmdir("d"));
  printf("%d %d\n", rmdir("A"), errno == ENOTDIR);
  printf("%d %d\n", rmdir("none"), errno == ENOENT);
  printf("%d %d\n", chdir("A"), errno == ENOTDIR);
  printf("%d %d\n", count("A"), count("none"));
  printf("%d %d\n", getcwd(path, 3) == 0, errno == ERANGE);
  printf("%d %s\n", chdir("/"), getcwd(path, sizeof path));
  int here = open("/here", O_RDONLY | O_DIRECTORY);
  printf("%d %d\n", openat(here, "A", O_RDONLY), (int)read(here, path, 1) == -1 && errno == EISDIR);
  printf("%d %d\n", fchdir(here), mkdirat(here, "e", 0700));
  printf("%d %d\n", unlinkat(here, "e", AT_REMOVEDIR), access("e", F_OK));
  return 0;
}
