// Standard input that is a pipe: no positions, no size, and nobody at its other end.
// paths: 2 -- the first byte is 'x' or not
// flags: --sym-stdin 3 --stdin=pipe
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char bytes[8];
  struct stat about;
  if (lseek(0, 0, SEEK_CUR) != -1 || errno != ESPIPE || isatty(0))
    return 9; //~ dead
  if (fstat(0, &about) || !S_ISFIFO(about.st_mode) || about.st_size != 0)
    return 8; //~ dead
  if (read(0, bytes, 2) != 2 || read(0, bytes + 2, 4) != 1 || read(0, bytes, 1) != 0)
    return 7; //~ dead
  if (bytes[0] == 'x') {
    write(1, bytes, 1); //~ reached
    return 1;
  }
  return 0;
}
