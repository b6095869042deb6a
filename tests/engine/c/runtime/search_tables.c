// Trees and tables of search.h: the same levels and entries as glibc's.
// paths: 6 -- the input is one of five keys, or of two numbers that are none
#define _GNU_SOURCE
#include <errno.h>
#include <klee/klee.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void show(const void *node, VISIT visit, int level) { printf("%d:%d:%d ", **(int *const *)node, visit, level); }

int main(void) {
  static int keys[40];
  void *root = NULL;
  for (int at = 0; at < 40; at++) {
    keys[at] = at * 29 % 41;
    if (!tsearch(&keys[at], &root, compare))
      abort();
  }
  twalk(root, show);
  printf("\n");
  int wanted = klee_range(36, 42, "wanted");
  int **found = tfind(&wanted, &root, compare);
  printf("%d\n", found ? **found : -1);
  for (int at = 0; at < 40; at += 3)
    printf("%d ", tdelete(&keys[at], &root, compare) != NULL);
  for (int at = 0; at < 40; at++)
    printf("%d ", tfind(&keys[at], &root, compare) != NULL);
  int left = 0;
  for (int at = 0; at < 40; at++)
    left += tdelete(&keys[at], &root, compare) != NULL;
  printf("%d %d", left, root == NULL);
  printf("\n");

  ENTRY entry = {"one", "1"}, *row;
  printf("%d ", hcreate(3) != 0);
  printf("%s ", (char *)hsearch(entry, ENTER)->data);
  entry.data = "2";
  printf("%s ", (char *)hsearch(entry, ENTER)->data);
  entry.key = "two";
  errno = 0;
  printf("%d %d ", hsearch(entry, FIND) == NULL, errno == ESRCH);
  row = hsearch(entry, ENTER);
  printf("%s\n", row ? row->key : "none");
  hdestroy();
  return 0;
}
