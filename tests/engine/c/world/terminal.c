// Settings of what is no terminal.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>
static void tell(const char *what, int result) {
  printf("%s: %d %s\n", what, result, errno == ENOTTY ? "no terminal" : errno == EBADF ? "not open" : errno == EINVAL ? "invalid" : "");
  errno = 0;
}
int main(void) {
  struct termios settings = {0};
  tell("input", tcgetattr(0, &settings));
  tell("null", tcgetattr(open("/dev/null", O_RDWR), &settings));
  tell("closed", tcgetattr(99, &settings));
  tell("set", tcsetattr(0, TCSANOW, &settings));
  tell("odd", tcsetattr(0, 77, &settings));
  tell("drain", tcdrain(1));
  cfmakeraw(&settings);
  return settings.c_cc[VMIN] + cfgetospeed(&settings);
}
