// One symbolic argument: its bytes up to the first zero are what the native program gets.
// paths: 4 -- empty, 'a', 'a' and something, something else
// flags: --sym-arg 2
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc != 2) {
    puts("never"); //~ dead
    return 9;
  }
  if (argv[1][0] == 0) {
    puts("empty"); //~ reached
    return 1;
  }
  if (argv[1][0] == 'a') {
    if (argv[1][1] == 0)
      return 2; //~ reached
    puts("a and more"); //~ reached
    return 3;
  }
  return 4;
}
