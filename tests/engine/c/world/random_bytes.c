// Random bytes of the system are one sequence, natively the same; that there are others is told.
// replay: skip because with sanitizers the machine answers for itself; without them it is compared in crates/cli/tests/world.rs
// verdict: inconclusive
// incomplete: random bytes of the system
#include <errno.h>
#include <stdio.h>
#include <sys/random.h>
int main(void) {
  unsigned char bytes[4], more[300];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes || getentropy(bytes, 2))
    return 1; //~ dead
  printf("%d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3]);
  if (getrandom(bytes, 1, 77) != -1 || errno != EINVAL || getentropy(more, sizeof more) != -1 || errno != EIO)
    return 2; //~ dead
  return 0; //~ reached
}
