// Files and standard input of any size up to a bound.
// flags: --sym-files 1 3 --sym-stdin 4 --sym-sizes --sizes=lazy
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char bytes[8];
  struct stat about;
  int file = open("A", O_RDONLY);
  ssize_t count = read(file, bytes, sizeof bytes);
  if (count < 0 || count > 3 || fstat(file, &about) || about.st_size != count || read(file, bytes + count, 1) != 0)
    return 9; //~ dead
  if (count == 0)
    return 1; //~ reached
  if (count == 2 && bytes[1] == '!')
    puts("two"); //~ reached
  ssize_t more = read(0, bytes, sizeof bytes);
  if (more > 4)
    return 8; //~ dead
  if (more == 4 && lseek(file, -1, SEEK_END) == 2)
    return 2; //~ reached
  return 0;
}
