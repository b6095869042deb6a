// What is told about the volume of files; a file that is not there has none, and nobody watches files.
// replay: skip because with sanitizers the machine answers for itself; without them it is compared in crates/cli/tests/world.rs
// override(m32): skip because the runtime for i386 has no volumes
#include <errno.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
int main(void) {
  struct statfs about;
  struct statvfs other;
  if (statfs("/here", &about) || fstatfs(1, &about) || statvfs(".", &other) || fstatvfs(0, &other))
    return 1; //~ dead
  printf("%lx %ld %lu %lu\n", (long)about.f_type, (long)about.f_bsize, (unsigned long)about.f_bavail, (unsigned long)other.f_namemax);
  if (!statfs("missing", &about) || errno != ENOENT || !fstatvfs(77, &other) || errno != EBADF)
    return 2; //~ dead
  if (inotify_init() != -1 || errno != ENOSYS)
    return 3; //~ dead
  return 0; //~ reached
}
