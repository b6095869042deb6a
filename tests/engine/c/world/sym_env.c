// A variable of the environment with an unknown value, as getenv, environ and main's third argument show it.
// paths: 4 -- empty, 'a' alone, 'a' and another byte, another byte first
// flags: --sym-env MODE 2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
int main(int argc, char **argv, char **envp) {
  char *mode = getenv("MODE");
  int listed = 0;
  for (char **at = envp; *at; at++)
    listed |= strncmp(*at, "MODE=", 5) == 0;
  if (!mode || getenv("MOD") || envp[0] != environ[0] || !listed)
    return 9; //~ dead
  if (!mode[0])
    return 1; //~ reached
  setenv("OTHER", "x", 1);
  if (strcmp(getenv("OTHER"), "x") != 0)
    return 8; //~ dead
  if (mode[0] == 'a') {
    puts(mode); //~ reached
    return 2;
  }
  return 3;
}
