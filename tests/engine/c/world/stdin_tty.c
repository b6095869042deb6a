// Standard input that is a terminal: each read gives at most a line, and the end of the input can be read again.
// flags: --sym-stdin 3 --stdin=tty
#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char bytes[8];
  struct stat about;
  struct winsize window;
  if (!isatty(0) || isatty(1) || fstat(0, &about) || !S_ISCHR(about.st_mode))
    return 9; //~ dead
  if (ioctl(0, TIOCGWINSZ, &window) || window.ws_row != 24 || window.ws_col != 80)
    return 8; //~ dead
  ssize_t first = read(0, bytes, sizeof bytes);
  if (first == 1 && bytes[0] == '\n') {
    ssize_t second = read(0, bytes, 1);
    printf("%zd\n", second); //~ reached
    return 1;
  }
  if (first == 2)
    return bytes[1] == '\n' ? 2 : 7; //~ reached
  if (first != 3)
    return 6; //~ dead
  if (read(0, bytes, 1) != 0 || read(0, bytes, 1) != 0)
    return 5; //~ dead
  return 3;
}
