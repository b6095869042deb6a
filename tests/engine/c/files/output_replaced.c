// Standard output that is another file now: what its stream is given after that is refused, and never told as output.
// verdict: inconclusive
// incomplete: replaced
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  printf("before\n");
  fflush(stdout);
  int out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  dup2(out, 1);
  write(1, "straight\n", 9);
  printf("after\n"); //~ reached
  return 1; //~ dead
}
