// The files that are there at the end are part of the claim: one changed, one new, one gone.
// paths: 2 -- the first byte is a zero or not
// flags: --sym-files 2 3
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char first;
  int a = open("A", O_RDWR);
  read(a, &first, 1);
  if (!first) {
    unlink("B"); //~ reached
    return 1;
  }
  mkdir("d", 0755);
  int n = open("d/new", O_WRONLY | O_CREAT, 0600);
  write(n, &first, 1);
  write(a, "!!!", 3);
  int t = open("/tmp/t", O_WRONLY | O_CREAT, 0600);
  ftruncate(t, 2);
  return 0;
}
