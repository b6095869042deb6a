// The environment holds what the test gives and nothing else, also natively.
// flags: --sym-env NAME 2
#include <stdio.h>
extern char **environ;
int main(void) {
  int count = 0;
  for (char **at = environ; *at; at++)
    count += puts(*at) > 0;
  return count == 1 ? 0 : 1; //~ reached
}
