// Files that the program makes in any folder of its world are part of the claim.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 2
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  const char *paths[] = {"/top", "//twice", "/dev/odd", "/tmp/one", "/new/below", "here"};
  printf("%d\n", mkdir("/new", 0755));
  for (int at = 0; at < 6; at++) {
    int descriptor = open(paths[at], O_WRONLY | O_CREAT | O_EXCL, 0644);
    printf("%d %d\n", descriptor >= 0, (int)write(descriptor, paths[at], 3));
    close(descriptor);
  }
  return 0;
}
