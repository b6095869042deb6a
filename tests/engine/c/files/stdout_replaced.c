// Standard output that is given to a file and back while its stream goes on.
// paths: 1 -- nothing is unknown
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char bytes[16] = {0};
  puts("before");
  fflush(stdout);
  int kept = dup(1), file = open("log", O_RDWR | O_CREAT, 0600);
  dup2(file, 1);
  puts("inside");
  fflush(stdout);
  dup2(kept, 1);
  puts("behind");
  FILE *log = fopen("log", "r");
  if (!fgets(bytes, sizeof bytes, log))
    return 9; //~ dead
  printf("%s", bytes);
  return 0;
}
