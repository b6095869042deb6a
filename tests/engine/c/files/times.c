// Times of files and folders follow the clock of the model, also natively: what is written before and after sleeping.
// replay: skip because with sanitizers the machine answers for itself; without them it is compared in crates/cli/tests/world.rs
// flags: --sym-stdin 1
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void write_to(const char *name) {
  int file = open(name, O_CREAT | O_WRONLY | O_APPEND, 0644);
  write(file, "x", 1);
  close(file);
}
static long age(const char *name) {
  struct stat about;
  return stat(name, &about) ? -1 : (long)about.st_mtime;
}
int main(void) {
  struct stat about;
  char byte = 0;
  read(0, &byte, 1);
  write_to("early");
  printf("%ld\n", age("early"));
  sleep(5);
  mkdir("folder", 0755);
  write_to("folder/late");
  if (byte == 'x') //~ reached
    write_to("early");
  sleep(2);
  printf("%ld %ld %ld %ld\n", age("early"), age("folder/late"), age("folder"), age("."));
  fstat(0, &about);
  printf("%ld\n", (long)about.st_ctime);
  return 0;
}
