// Lines of standard input, a file and an argument, read by streams; output by a stream that was opened anew.
// flags: --sym-args 0 1 2 --sym-files 1 1 --sym-stdin 2
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char line[8];
  int n = argc > 1 && strcmp(argv[1], "-n") == 0;
  while (fgets(line, sizeof line, stdin))
    n += line[0] == '7' && line[1] == '\n'; //~ reached
  FILE *file = fopen("A", "r");
  for (int c; (c = getc(file)) != EOF;)
    n += c == 'q';
  fclose(file);
  freopen("out", "w", stdout);
  printf("%d\n", n);
  if (n == 3)
    return 7; //~ reached
  return 0; //~ reached
}
