// Between none and two symbolic arguments, then one more.
// paths: 5 -- no argument of the first group; one with 'x' or not; two, the first with 'x' or not
// flags: -sym-args 0 2 1 --sym-arg 3
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc < 2 || argc > 4 || argv[argc] != 0)
    return 99; //~ dead
  if (argc > 2 && argv[1][0] == 'x')
    puts("x"); //~ reached
  printf("%d arguments\n", argc - 1);
  return argc - 1;
}
