// A descriptor is closed whose stream still holds what was written: nobody knows where that would go.
// verdict: inconclusive
// incomplete: holds
#include <stdio.h>
#include <unistd.h>
int main(void) {
  printf("before\n");
  close(1); //~ reached
  return 1; //~ dead
}
