// glob: names by pattern, over folders, in the order of their bytes; what is marked, kept, appended and left out.
// flags: --sym-stdin 1
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void make(const char *name) { close(open(name, O_CREAT | O_WRONLY, 0644)); }
static int is(const glob_t *found, size_t count, const char *text) {
  char all[256] = "";
  for (size_t i = 0; i < found->gl_pathc; i++) {
    strcat(all, found->gl_pathv[found->gl_offs + i]);
    strcat(all, " ");
  }
  return found->gl_pathc == count && strcmp(all, text) == 0;
}
int main(void) {
  glob_t found = {0};
  char byte = 0;
  char pattern[4] = "?.x";
  mkdir("d", 0755);
  mkdir("e", 0755);
  make("b.c"), make("a.c"), make(".c"), make("d/z"), make("d/y"), make("e/y"), make("[q");
  if (glob("*.c", 0, 0, &found) || !is(&found, 2, "a.c b.c "))
    return 1; //~ dead
  if (glob("*/y", GLOB_APPEND, 0, &found) || !is(&found, 4, "a.c b.c d/y e/y "))
    return 2; //~ dead
  globfree(&found);
  if (glob("[de]", GLOB_MARK, 0, &found) || !is(&found, 2, "d/ e/ "))
    return 3; //~ dead
  globfree(&found);
  if (glob("no*", 0, 0, &found) != GLOB_NOMATCH || glob("no*", GLOB_NOCHECK, 0, &found) || !is(&found, 1, "no* "))
    return 4; //~ dead
  globfree(&found);
#if !__has_feature(address_sanitizer) // its own glob reads the empty places as names
  found.gl_offs = 2;
  if (glob("\\[q", GLOB_DOOFFS, 0, &found) || found.gl_pathv[0] || found.gl_pathv[1] || !is(&found, 1, "[q "))
    return 5; //~ dead
  globfree(&found);
  found.gl_offs = 0;
#endif
  if (glob("/here/d/*", 0, 0, &found) || !is(&found, 2, "/here/d/y /here/d/z "))
    return 6; //~ dead
  globfree(&found);
  read(0, &byte, 1);
  pattern[2] = byte;
  if (glob(pattern, 0, 0, &found) == 0)
    printf("%s\n", found.gl_pathv[0]); //~ reached
  globfree(&found);
  return 0;
}
