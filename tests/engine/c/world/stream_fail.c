// A standard stream whose write fails, is interrupted or goes on after fewer bytes; streams count with the other calls.
// flags: --max-fail 1
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  printf("hello\n");
  if (fflush(stdout))
    return errno == EIO || errno == EINTR ? 1 : 9; //~ reached
  if (write(1, "abc", 3) != 3)
    return 2; //~ reached
  return 0;
}
