// Names of the machine, users, groups and children are the model's, natively too.
// replay: skip because with sanitizers the machine answers for itself; without them it is compared in crates/cli/tests/world.rs
// paths: 2 -- the user that is asked for is the program's own or another
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
int klee_int(const char *name);
int main(void) {
  struct utsname names;
  char host[16], few[3];
  int status;
  gid_t group = 0;
  printf("%d %s %s\n", uname(&names), names.sysname, names.nodename);
  printf("%d %s\n", gethostname(host, sizeof host), host);
  printf("%d %d\n", gethostname(few, sizeof few), errno == ENAMETOOLONG);
  printf("%d %d %d\n", getgroups(0, 0), getgroups(1, &group), group == getgid());
  printf("%ld %s %d\n", sysconf(_SC_NPROCESSORS_ONLN), strsignal(SIGSEGV), kill(0, 0));
  printf("%d %d\n", symlink("none", "link"), lchmod("link", 0600));
  printf("%d %d\n", errno == EOPNOTSUPP, lchmod(".", 0700));
  printf("%d %d\n", (int)wait(&status), errno == ECHILD);
  printf("%s %s\n", getpwnam("root")->pw_dir, getpwuid(65534)->pw_name);
  printf("%d %d %s\n", getpwuid(getuid()) == 0, getgrnam("none") == 0, getgrgid(0)->gr_name);
  printf("%d %d\n", setuid(getuid()), setresgid(-1, getgid(), -1));
  if (setuid((uid_t)klee_int("user"))) {
    printf("%d\n", errno == EPERM); //~ reached
    return 1;
  }
  return 0; //~ reached
}
