/* A program that ends in the middle of calls; which of its lines are reached is known. */
#include <stdlib.h>
#include <unistd.h>

int klee_int(const char *name);

static void leave(int code) {
  if (code)
    exit(code); /* left */
}

static int twice(int value) {
  for (int at = 0; at < 256; at++)
    value ^= at; /* looped */
  leave(value);
  return value + 1; /* stayed */
}

int main(void) {
  int choice = klee_int("choice");
  if (choice == 3)
    choice = 4; /* chosen */
  while (choice == 7)
    usleep(1000); /* waited */
  twice(choice); /* called */
  return 0; /* returned */
}
