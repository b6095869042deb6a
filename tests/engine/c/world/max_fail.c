// A call that fails, once.
// paths: 4 -- no failure, the first read, the second read, close
// flags: --sym-stdin 2 --max-fail 1
#include <errno.h>
#include <unistd.h>
int main(void) {
  char bytes[2];
  if (read(0, bytes, 1) != 1)
    return errno == EIO ? 1 : 9; //~ reached
  if (read(0, bytes + 1, 1) != 1)
    return errno == EIO ? 2 : 9; //~ reached
  if (close(0) != 0)
    return errno == EIO ? 3 : 9; //~ reached
  return 0;
}
