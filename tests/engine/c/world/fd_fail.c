// The short form: one failure, of a write to standard output.
// paths: 4 -- no failure, the first write with EIO or interrupted, the second write
// flags: --fd-fail --sym-stdout --save-all-writes
#include <errno.h>
#include <unistd.h>
int main(void) {
  if (write(1, "a", 1) != 1 && errno == EIO)
    return 1; //~ reached
  if (write(1, "b", 1) != 1)
    return 2; //~ reached
  return 0;
}
