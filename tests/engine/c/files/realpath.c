// The path of a file without links, dots and double slashes.
// paths: 1 -- nothing is decided by the input
// flags: --sym-files 1 2
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void show(const char *path) {
  char *real = realpath(path, 0);
  char *from = getcwd(0, 0);
  size_t known = strlen(from);
  if (!real)
    printf("%s: %d\n", path, errno);
  else if (strncmp(real, from, known) == 0)
    printf("%s: here%s\n", path, real + known);
  else
    printf("%s: %s\n", path, real);
  free(real);
  free(from);
}
int main(void) {
  char room[4096];
  mkdir("d", 0755);
  mkdir("d/e", 0755);
  symlink("../A", "d/link");
  symlink("link", "d/again");
  symlink("loop", "loop");
  symlink("/tmp", "out");
  const char *paths[] = {"A", "./A", "d/../A", "d//e/", "d/link", "d/again", "loop", "none", "A/", "A/x", "", "/", "/tmp", "//tmp/.", "out", ".", "d/e/.."};
  for (unsigned at = 0; at < sizeof paths / sizeof *paths; at++)
    show(paths[at]);
  printf("%d\n", realpath("A", room) == room);
  return 0;
}
