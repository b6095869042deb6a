// Reads and writes that are interrupted or do less than they were asked for: only with --max-fail, and then by the test.
// flags: --sym-stdin 4 --max-fail 1
#include <errno.h>
#include <unistd.h>
int main(void) {
  char bytes[4];
  ssize_t count = read(0, bytes, 4);
  if (count < 0)
    return errno == EINTR ? 1 : errno == EIO ? 2 : 9; //~ reached
  if (count == 0 || count > 4)
    return 8; //~ dead
  if (count < 4) {
    ssize_t rest = read(0, bytes + count, 4);
    return rest == 4 - count ? 3 : 7; //~ reached
  }
  ssize_t put = write(1, "abc", 3);
  if (put == 2)
    return 4; //~ reached
  return put < 0 ? 5 : 0;
}
