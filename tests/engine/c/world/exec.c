// What cannot be executed, and why: names are looked for in the folders of PATH, files without permission or without a program in them are refused.
// flags: --sym-args 1 1 2 --sym-files 1 2
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static const char *said(int result) {
  return result != -1 ? "?" : errno == ENOENT ? "no such file" : errno == EACCES ? "denied" : errno == ENOEXEC ? "no program" : errno == ENOTDIR ? "no folder" : errno == ETXTBSY ? "busy" : "other";
}
int main(int argc, char **argv) {
  char *arguments[] = {"x", 0};
  // By name: PATH is not set, so that only the usual folders are looked at, which are not there.
  printf("by name: %s\n", said(execvp(argv[1], arguments)));
  printf("file: %s, %s, %s\n", said(execv("A", arguments)), said(execl("A/b", "x", (char *)0)), said(execve("/tmp", arguments, 0)));
  int made = open("empty", O_WRONLY | O_CREAT, 0755);
  if (made < 0)
    return 2;
  printf("open for writing: %s\n", said(execv("empty", arguments)));
  close(made);
  printf("empty: %s\n", said(execv("empty", arguments)));
  setenv("PATH", "/none:/tmp::", 1);
  printf("in a path: %s, %s, %s\n", said(execvp("A", arguments)), said(execvp("missing", arguments)), said(execvp("", arguments)));
  return 0; //~ reached
}
