// Sequences of calls that a random generator picks, each compared with the kernel's by replay: results, errno, bytes and what is told about files.
// replay: skip because with sanitizers the machine answers for itself; without them it is compared in crates/cli/tests/world.rs
// paths: 1 -- nothing is decided by the input
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/poll.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef SEEDS
#define SEEDS 5
#endif
enum { CALLS = 60, KINDS = 46, SEED_STEP = 0x9E3779B1 };

static unsigned long long state;

static unsigned pick(unsigned n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

static const char *const names[] = {"a",  "b",  "c",  "d",   "d/a", "d/b",  "d/e", "d/e/f",  "l",       "m",       ".",         "..",       "d/..", "d/.", "a/",
                                    "d/", "l/", "l/a", "a/b", "",    "/",    "/tmp/x", "/here/a", "nope/x",  "d/e/../a", "//here//b", "/dev/null", "d/l",  "l/..", "a/."};
static const int ways[] = {O_RDONLY,           O_WRONLY,
                           O_RDWR,             O_RDWR | O_CREAT,
                           O_WRONLY | O_CREAT | O_TRUNC, O_RDWR | O_CREAT | O_EXCL,
                           O_WRONLY | O_APPEND | O_CREAT, O_RDONLY | O_DIRECTORY,
                           O_RDONLY | O_NOFOLLOW, O_RDWR | O_APPEND,
                           O_RDONLY | O_TRUNC, O_RDONLY | O_CREAT,
                           O_PATH,             O_PATH | O_NOFOLLOW,
                           O_ACCMODE,          O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC};

static const char *name(void) { return names[pick(10) < 7 ? pick(10) : pick(sizeof names / sizeof *names)]; }
static int descriptor(void) { return pick(12) == 0 ? -1 : 3 + (int)pick(8); }
static unsigned mode_of(int fd) {
  struct stat about;
  return fstat(fd, &about) ? 0 : about.st_mode & S_IFMT;
}

static void tell(const char *call, const char *path, long number, long result) {
  printf("%s '%s' %ld = %ld %s\n", call, path, number, result, result == -1 ? strerror(errno) : "");
}

static void tell_bytes(const char *bytes, long count) {
  for (long at = 0; at < count; at++)
    putchar(bytes[at] ? bytes[at] : '.');
  putchar('\n');
}

static void tell_status(const char *path, int result) {
  struct stat about;
  if (result == 0 && !stat(path, &about))
    printf("%o %ld %ld\n", about.st_mode, (long)about.st_nlink, S_ISDIR(about.st_mode) ? 0 : (long)about.st_size);
}

static void lock(int fd) {
  struct flock wanted = {.l_type = (short)pick(4), .l_whence = (short)pick(2), .l_start = (long)pick(20) - 3, .l_len = (long)pick(9) - 3};
  int command = pick(2) ? F_SETLK : F_GETLK;
  long result = fcntl(fd, command, &wanted);
  tell("lock", "", wanted.l_type, result);
}

static void map(int fd) {
  struct stat about;
  if (fstat(fd, &about) || S_ISCHR(about.st_mode) || (S_ISREG(about.st_mode) && !about.st_size))
    return;
  long size = S_ISREG(about.st_mode) && about.st_size < 20 ? (long)about.st_size : 20;
  int writes = (int)pick(2);
  char *bytes = mmap(0, (size_t)size, writes ? PROT_READ | PROT_WRITE : PROT_READ, pick(2) ? MAP_SHARED : MAP_PRIVATE, fd, 0);
  tell("mmap", "", size, bytes == MAP_FAILED ? -1 : 0);
  if (bytes == MAP_FAILED)
    return;
  tell_bytes(bytes, size);
  if (writes)
    bytes[size - 1] = '#';
  munmap(bytes, (size_t)size);
}

static void stream(const char *path) {
  static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "wx"};
  FILE *file = fopen(path, modes[pick(7)]);
  tell("fopen", path, 0, file ? 0 : -1);
  if (!file)
    return;
  int written = fprintf(file, "hi%u", pick(100));
  fseek(file, (long)pick(4), SEEK_SET);
  int byte = fgetc(file);
  printf("%d %d %d\n", written, byte, !!feof(file));
  fclose(file);
}

/* Calls of descriptors. */
static void use(unsigned kind, int fd) {
  char bytes[64] = "";
  long number = (long)pick(40) - 3, count = pick(20);
  unsigned type = mode_of(fd);
  memset(bytes, 'a' + (int)pick(26), 32);
  switch (kind) {
  case 0: case 1: tell("close", "", fd, close(fd)); break;
  case 2: case 3: case 4: tell("write", "", count, write(fd, bytes, (size_t)count)); break;
  case 5: case 6: case 7:
    if (type == S_IFIFO || type == S_IFCHR)
      break;
    count = read(fd, bytes, (size_t)count);
    tell("read", "", fd, count);
    tell_bytes(bytes, count);
    break;
  case 8: if (type != S_IFDIR) tell("lseek", "", number, lseek(fd, number, (int)pick(3) + (pick(9) ? 0 : 5))); break;
  case 9: tell("ftruncate", "", number, ftruncate(fd, number)); break;
  case 10: tell("dup", "", fd, dup(fd)); break;
  case 11: tell("dup2", "", fd, dup2(fd, 3 + (int)pick(9))); break;
  case 12: tell("F_DUPFD", "", fd, fcntl(fd, F_DUPFD, (int)pick(9) + (pick(4) ? 3 : -9))); break;
  case 13: tell("F_GETFD", "", fd, fcntl(fd, F_GETFD)); break;
  case 14: number = fcntl(fd, F_GETFL); tell("F_GETFL", "", fd, number < 0 ? -1 : number & (O_ACCMODE | O_APPEND | O_NONBLOCK | O_PATH)); break;
  case 15: number = pick(2) * O_APPEND | pick(2) * O_NONBLOCK; tell("F_SETFL", "", fd, fcntl(fd, F_SETFL, number)); break;
  case 16: tell("fchmod", "", fd, fchmod(fd, 0600 | pick(64))); break;
  case 17: tell("fchdir", "", fd, fchdir(fd)); break;
  case 18: count = pread(fd, bytes, (size_t)count, number); tell("pread", "", number, count); tell_bytes(bytes, count); break;
  case 19: tell("pwrite", "", number, pwrite(fd, bytes, (size_t)count, number)); break;
  case 20: lock(fd); break;
  case 21: map(fd); break;
  case 22: tell("fsync", "", fd, fsync(fd)); break;
  case 23: tell("isatty", "", fd, isatty(fd)); break;
  }
}

/* Calls of paths. */
static void call(void) {
  static const char bad[] = {0};
  char bytes[128] = "";
  const char *path = name(), *other = name();
  unsigned kind = pick(KINDS), bits = pick(512);
  int ends[2], way = ways[pick(sizeof ways / sizeof *ways)], fd = descriptor();
  switch (kind) {
  case 24: case 25: case 26: case 27: tell("open", path, way, open(path, way, 0600 | bits)); break;
  case 28: tell("openat", path, way, openat(fd, path, way, 0600 | bits)); break;
  case 29: tell("mkdir", path, 0, mkdir(path, 0755)); break;
  case 30: tell("rmdir", path, 0, rmdir(path)); break;
  case 31: tell("unlink", path, 0, unlink(path)); break;
  case 32: case 33: tell("rename", path, 0, rename(path, other)); break;
  case 34: tell(other, path, 0, linkat(AT_FDCWD, path, AT_FDCWD, other, pick(2) ? AT_SYMLINK_FOLLOW : 0)); break;
  case 35: tell(other, path, 0, symlink(path, other)); break;
  case 36: bits = readlink(path, bytes, pick(3) ? 100 : pick(3)); tell("readlink", bytes, 0, (int)bits); break;
  case 37: kind = (unsigned)access(path, (int)pick(8)); tell("access", path, 0, (int)kind); tell_status(path, (int)kind); break;
  case 38: tell("truncate", path, bits, truncate(path, (long)(bits % 40) - 2)); break;
  case 39: tell("chmod", path, bits, chmod(path, pick(3) ? 0700 | bits : bits)); break;
  case 40: tell("chdir", path, 0, chdir(path)); break;
  case 41: tell("getcwd", getcwd(bytes, pick(3) ? 100 : pick(8)) ? bytes : bad, 0, *bytes ? 0 : -1); break;
  case 42: tell("pipe", "", 0, pipe2(ends, O_NONBLOCK)); break;
  case 43: tell("remove", path, 0, remove(path)); break;
  case 44: stream(path); break;
  case 45: tell("renameat2", path, 0, renameat2(AT_FDCWD, path, AT_FDCWD, other, 1)); break;
  default: use(kind, fd);
  }
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  for (unsigned seed = 0; seed < SEEDS; seed++) {
    char folder[16];
    state = seed * (unsigned long long)SEED_STEP;
    for (int fd = 3; fd < 100; fd++)
      close(fd);
    sprintf(folder, "/here/%u", seed);
    tell("mkdir", folder, 0, mkdir(folder, 0755));
    tell("chdir", folder, 0, chdir(folder));
    mkdir("d", 0755);
    close(creat("a", 0644));
    truncate("a", 11);
    symlink(seed % 2 ? "d" : "a", "l");
    for (int at = 0; at < CALLS; at++)
      call();
  }
  return 0;
}
