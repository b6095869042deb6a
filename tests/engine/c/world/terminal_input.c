// Settings of a terminal are remembered.
// flags: --sym-stdin 1 --stdin=tty
#include <stdio.h>
#include <termios.h>
#include <unistd.h>
int main(void) {
  struct termios settings, again;
  char byte = 0;
  if (tcgetattr(0, &settings) || !(settings.c_lflag & ICANON) || settings.c_lflag & ECHO)
    return 1; //~ dead
  settings.c_lflag |= ECHOK;
  if (tcsetattr(0, TCSANOW, &settings) || tcgetattr(0, &again) || !(again.c_lflag & ECHOK))
    return 2; //~ dead
  printf("%ld %d\n", read(0, &byte, 1) >= 0 ? 0L : 1L, tcflush(1, TCIFLUSH));
  return byte == 'q' ? 3 : 0; //~ reached
}
