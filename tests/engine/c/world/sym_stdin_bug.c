// A bug that only some input shows.
// paths: 4 -- a case for each of the three bytes that differs, and the bug
// flags: -sym-stdin 4
#include <assert.h>
#include <unistd.h>
int main(void) {
  char bytes[4] = {0};
  read(0, bytes, 4);
  if (bytes[0] == 'b' && bytes[1] == 'u')
    assert(bytes[2] != 'g'); //~ bug: assert
  return 0;
}
