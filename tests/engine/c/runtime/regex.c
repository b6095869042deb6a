// Regular expressions over symbolic text: repeated, bracketed and captured characters, case, and where a match lies.
#include <klee/klee.h>
#include <regex.h>
#include <stdio.h>
int main(void) {
  char text[4];
  regex_t digits, pair;
  regmatch_t at[2];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[3] == 0);
  if (regcomp(&digits, "^[0-9]+$", REG_EXTENDED | REG_NOSUB) || regcomp(&pair, "\\([ab]\\)\\1", REG_ICASE))
    return 9; //~ dead
  int is_number = !regexec(&digits, text, 0, 0, 0);
  if (is_number)
    puts("number"); //~ reached
  if (!is_number && !regexec(&pair, text, 2, at, 0)) {
    if (at[1].rm_so != at[0].rm_so || at[0].rm_eo != at[0].rm_so + 2)
      return 8; //~ dead
    printf("%d\n", (int)at[0].rm_so); //~ reached
  }
  regfree(&digits);
  regfree(&pair);
  return 0;
}
