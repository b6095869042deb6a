// Users and groups in buffers of the program's own, options in a text, and a character or the end of a wide text.
// replay: skip because with sanitizers the machine answers for itself; without them it is compared in crates/cli/tests/world.rs
// paths: 1 -- nothing is decided by the input
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static void user(int room, const char *name) {
  char buffer[100];
  struct passwd entry, *found;
  int error = getpwnam_r(name, &entry, buffer, (size_t)room, &found);
  printf("%s %d %s\n", name, error, found ? found->pw_shell : "none");
}

static void group(int room, gid_t number) {
  _Alignas(8) char buffer[100];
  struct group entry, *found;
  int error = getgrgid_r(number, &entry, buffer, (size_t)room, &found);
  printf("%u %d %s %d\n", number, error, found ? found->gr_name : "none", found && found->gr_mem[0]);
}

int main(void) {
  user(100, "root");
  user(10, "root");
  user(100, "somebody");
  group(100, 0);
  group(7, 65534);
  group(100, 5);
  struct passwd entry, *found;
  char buffer[64];
  printf("%d %s\n", getpwuid_r(65534, &entry, buffer, sizeof buffer, &found), found ? found->pw_dir : "none");

  char text[] = "ro,size=5,unknown=x,,rw";
  char *const names[] = {"rw", "ro", "size", NULL};
  char *rest = text, *value;
  for (int at = 0; at < 6 && *rest; at++) {
    int option = getsubopt(&rest, names, &value);
    printf("%d '%s'\n", option, value ? value : "none");
  }
  const wchar_t *wide = L"wide";
  printf("%d %d\n", (int)(wcschrnul(wide, L'd') - wide), (int)(wcschrnul(wide, L'x') - wide));
  return 0;
}
