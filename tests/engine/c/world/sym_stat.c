// Permissions and time of a symbolic file: what stat tells is what open finds.
// flags: --sym-files 1 2 --sym-stat
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat about;
  if (stat("A", &about) || !S_ISREG(about.st_mode) || about.st_size != 2)
    return 9; //~ dead
  int file = open("A", O_RDONLY);
  if (file < 0) {
    if (errno != EACCES || about.st_mode & S_IRUSR)
      return 8; //~ dead
    return 1; //~ reached
  }
  if (!(about.st_mode & S_IRUSR))
    return 7; //~ dead
  if (about.st_mtime == 77)
    puts("old"); //~ reached
  printf("%o\n", (unsigned)about.st_mode);
  return 0;
}
