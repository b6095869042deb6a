// Two histories of equal effect leave bytewise equal worlds: what is joined has no byte in its tables of files that depends on the history.
// run: --merge=region
// groups: 2 -- a short history and a long one
// complete: 1 -- nothing is lost
// refused: 0 -- nothing differs
// messages:
// states: 1 -- nothing is decided behind the region
// paths: 2 -- x or not
// verdict: proved
// bugs:
#include <assert.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
/* The tables of the runtime: nodes of 56 bytes and names of 272. */
extern char __braid_nodes[96 * 56], __braid_entries[96 * 272];
static int put(const char *name, const char *text, int flags) {
  int file = open(name, O_CREAT | O_RDWR | flags, 0644);
  while (*text)
    write(file, text++, 1);
  return file;
}
static void plain(void) {
  close(put("a", "hello", 0));
  mkdir("d", 0755);
  close(put("d/b", "", 0));
}
static void winding(void) {
  close(put("a", "hexxxxxxxxxxxxxxxxxxxxxxxxxxx", 0));
  int first = put("other", "gone", 0), second = dup(first);
  unlink("other");
  truncate("a", 2);
  close(first);
  close(put("a", "llo", O_APPEND));
  close(second);
  mkdir("e", 0700);
  chmod("e", 0755);
  rename("e", "d");
  chdir("d");
  close(put("c", "x", 0));
  rename("c", "b");
  truncate("b", 0);
  chdir("..");
}
int main(void) {
  char text[8];
  int x = klee_int("x");
  klee_open_merge();
  if (x)
    winding();
  else
    plain();
  klee_close_merge();
  for (size_t i = 0; i < sizeof __braid_nodes; i++)
    assert(!klee_is_symbolic(__braid_nodes[i]));
  for (size_t i = 0; i < sizeof __braid_entries; i++)
    assert(!klee_is_symbolic(__braid_entries[i]));
  int file = open("a", O_RDONLY);
  assert(!klee_is_symbolic(file) && file == 3);
  assert(read(file, text, 8) == 5 && text[4] == 'o');
  for (int i = 0; i < 5; i++)
    assert(!klee_is_symbolic(text[i]));
  return 0;
}
