// A path that nobody knows: a case for each name that there is, and none for each byte.
// paths: 14 -- nothing; one letter: '.', '/', A, B, another name; and two: './', '..', '/.', '//', '/x', 'A/', 'B/', 'x/'
// flags: --sym-files 2 1 -- --sym-arg 2
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int file = open(argv[1], O_RDONLY);
  if (file < 0) {
    printf("%d\n", errno);
    return 1;
  }
  puts("open"); //~ reached
  return 0;
}
