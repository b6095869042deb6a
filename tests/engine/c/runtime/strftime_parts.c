// strftime looks at what its format needs of a date, and at nothing else.
// check: uninitialized-read
#include <stdio.h>
#include <time.h>
int main(void) {
  char text[32];
  struct tm month, day, year;
  month.tm_mon = 4;
  day.tm_wday = 2;
  year.tm_year = 99;
  printf("%zu %s\n", strftime(text, sizeof text, "%B %m", &month), text);
  printf("%zu %s\n", strftime(text, sizeof text, "%a%%", &day), text);
  printf("%zu %s\n", strftime(text, sizeof text, "%Y %y", &year), text);
  return 0; //~ reached
}
