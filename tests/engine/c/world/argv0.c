// What the program is called.
// paths: 1 -- nothing is unknown
// flags: --argv0 /usr/bin/tool
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 1 || strcmp(argv[0], "/usr/bin/tool") != 0)
    return 9; //~ dead
  puts(argv[0]);
  return 0;
}
