// A file that begins as programs do is not executed, which is told; any other is no program.
// flags: --sym-files 1 2
// verdict: inconclusive
// incomplete: a program of the file model is executed
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  chmod("A", 0755);
  execl("./A", "A", (char *)0);
  return errno == ENOEXEC ? 0 : 1; //~ reached
}
