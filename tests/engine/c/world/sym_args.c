// Between none and two symbolic arguments between two known ones.
// paths: 5 -- no argument; one with 'x' or not; two, the first with 'x' or not
// flags: -- first -sym-args 0 2 1 last
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  if (strcmp(argv[1], "first") || strcmp(argv[argc - 1], "last") || argv[argc] != 0)
    return 99; //~ dead
  if (argc > 3 && argv[2][0] == 'x')
    puts("x"); //~ reached
  printf("%d arguments\n", argc - 3);
  return argc - 3;
}
