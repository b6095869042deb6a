// Two symbolic files, which are found by their names alone.
// paths: 2 -- the files begin alike or not
// flags: --sym-files 2 4
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char a[4], b[4];
  int one = open("A", O_RDONLY), two = open("./B", O_RDONLY);
  if (one != 3 || two != 4)
    return 8; //~ dead
  if (open("C", O_RDONLY) != -1 || errno != ENOENT)
    return 9; //~ dead
  if (read(one, a, 4) != 4 || read(two, b, 4) != 4)
    return 7; //~ dead
  if (a[0] == b[0])
    puts("alike"); //~ reached
  return a[0] == b[0];
}
