// Lengths and offsets that nobody knows: one path for all of them.
// paths: 3 -- the length is too large, the offset is, neither
// flags: --sym-files 1 6
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>
int main(void) {
  unsigned char n, at;
  char bytes[8] = {0};
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&at, sizeof at, "at");
  if (n > 6 || at > 6)
    return 1;
  int f = open("A", O_RDWR), g = open("g", O_RDWR | O_CREAT, 0600);
  lseek(f, at, SEEK_SET);
  ssize_t count = read(f, bytes, n);
  write(g, bytes, count);
  return (int)lseek(g, 0, SEEK_END) == count;
}
