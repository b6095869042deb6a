// Standard input with symbolic bytes and a known length.
// paths: 1 -- the length is known, and a comparison is no branch
// flags: --sym-stdin 3
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char bytes[8];
  ssize_t count = read(0, bytes, sizeof bytes);
  if (count != 3 || read(0, bytes + 3, 1) != 0)
    return 9; //~ dead
  write(1, bytes, 3);
  return bytes[2] == '\n';
}
