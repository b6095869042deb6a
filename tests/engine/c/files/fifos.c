// Pipes with a name, other files that are made without being opened, and what is told of blocks: as Linux has them.
// replay: skip because with sanitizers the machine answers for itself; without them it is compared in crates/cli/tests/world.rs
// paths: 1 -- nothing is decided by the input
// override(m32): skip because 32-bit programs natively see the blocks of their volume
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell(const char *what, long result) { printf("%s %ld %s\n", what, result, result < 0 ? strerror(errno) : ""); }

static void look(const char *path) {
  struct stat about;
  int result = lstat(path, &about);
  tell(path, result);
  if (!result)
    printf("%o %ld %ld %ld %ld\n", about.st_mode, (long)about.st_nlink, (long)about.st_size, (long)about.st_blocks, (long)about.st_blksize);
}

int main(void) {
  char bytes[8] = "";
  signal(SIGPIPE, SIG_IGN);
  tell("mkfifo", mkfifo("pipe", 0666));
  tell("mkfifo", mkfifo("pipe", 0666));
  tell("mkfifo", mkfifo("none/pipe", 0666));
  tell("mkfifo", mkfifo("slash/", 0666));
  tell("mknod", mknod("plain", 0640, 0));
  tell("mknod", mknod("device", S_IFCHR | 0600, 0x501));
  tell("mknod", mknod("folder", S_IFDIR | 0600, 0));
  tell("mknod", mknod("strange", 0030000, 0));
  look("pipe");
  look("plain");
  tell("open", open("pipe", O_WRONLY | O_NONBLOCK));
  int in = open("pipe", O_RDONLY | O_NONBLOCK);
  tell("read", read(in, bytes, 4));
  int out = open("pipe", O_WRONLY);
  tell("open", out);
  tell("read", read(in, bytes, 4));
  tell("write", write(out, "abcdef", 6));
  tell("read", read(in, bytes, 4));
  puts(bytes);
  struct pollfd polled[2] = {{in, POLLIN, 0}, {out, POLLOUT, 0}};
  tell("poll", poll(polled, 2, 0));
  printf("%x %x\n", polled[0].revents, polled[1].revents);
  tell("seek", lseek(in, 0, SEEK_SET));
  close(in);
  tell("write", write(out, "gh", 2));
  close(out);
  int both = open("pipe", O_RDWR | O_NONBLOCK);
  tell("what was left is gone", read(both, bytes, 4));
  tell("write", write(both, "xyz", 3));
  tell("read", read(both, bytes, 8));
  tell("unlink", unlink("pipe"));
  tell("write", write(both, "xyz", 3));
  look("pipe");
  symlink("some text", "link");
  look("link");
  mkdir("folder", 0755);
  look("folder");
  int hole = open("hole", O_WRONLY | O_CREAT, 0600);
  lseek(hole, 20000, SEEK_SET);
  tell("write", write(hole, "x", 1));
  look("hole");
  return 0;
}
