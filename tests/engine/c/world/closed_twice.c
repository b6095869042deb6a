// A standard stream that is closed once more, and errno as a program finds it.
// paths: 1 -- nothing is decided by the input
// flags: --sym-stdin 1
#include <errno.h>
#include <stdio.h>
int main(void) {
  printf("%d\n", errno);
  getchar();
  if (fclose(stdin) != 0 || fclose(stdin) != EOF)
    return 9; //~ dead
  return 0;
}
