// Folders as a whole (scandir, nftw), tables of volumes, and dates that are read: as glibc has them.
// paths: 1 -- nothing is decided by the input
// override(m32): skip because walks are those of 64-bit machines
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int is_short(const struct dirent *entry) { return strlen(entry->d_name) < 4; }

static char lines[16][80];
static int count;

/* Folders are read in an order of their own. */
static int keep(const char *path, const struct stat *status, int kind, struct FTW *where) {
  snprintf(lines[count++], 80, "%s %d %d %d %o", path, kind, where->base, where->level, kind == FTW_NS || kind == FTW_SLN ? 0 : status->st_mode & S_IFMT);
  return 0;
}

static int first(const char *path, const struct stat *status, int kind, struct FTW *where) { return 7; }

static int compare(const void *a, const void *b) { return strcmp(a, b); }

static void walk(int flags) {
  count = 0;
  printf("%d\n", nftw("d/", keep, 8, flags));
  if (!(flags & FTW_DEPTH))
    printf("%s\n", lines[0]);
  qsort(lines, (size_t)count, sizeof *lines, compare);
  for (int at = 0; at < count; at++)
    puts(lines[at]);
}

static void date(const char *text, const char *format) {
  struct tm tm = {.tm_mday = 1};
  const char *end = strptime(text, format, &tm);
  printf("%d: %d %d %d %d %d %d %d %d\n", end ? (int)(end - text) : -1, tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
         end ? tm.tm_wday : 0, end ? tm.tm_yday : 0);
}

int main(void) {
  struct dirent **names;
  mkdir("d", 0755);
  mkdir("d/sub", 0755);
  const char *files[] = {"d/b", "d/a10", "d/a9", "d/sub/longer"};
  for (int at = 0; at < 4; at++)
    close(creat(files[at], 0644));
  symlink("nowhere", "d/gone");
  symlink("b", "d/link");
  int found = scandir("d", &names, is_short, alphasort);
  for (int at = 0; at < found; at++)
    printf("%s ", names[at]->d_name);
  found = scandir("d", &names, NULL, versionsort);
  for (int at = 0; at < found; at++)
    printf("%s ", names[at]->d_name);
  printf("%d %d\n", scandir("none", &names, NULL, NULL), errno == ENOENT);
  walk(0);
  walk(FTW_PHYS);
  walk(FTW_DEPTH);
  printf("%d %d\n", nftw("d", first, 8, 0), nftw("none", first, 8, 0));

  FILE *table = fopen("table", "w");
  fputs("# volumes\n/dev/one / ext4 rw,noatime,size=5 0 1\n\n  tmp\\040fs\t/t tmpfs ro\n", table);
  fclose(table);
  table = setmntent("table", "r");
  for (struct mntent *row; (row = getmntent(table));)
    printf("%s|%s|%s|%s|%d %d %s\n", row->mnt_fsname, row->mnt_dir, row->mnt_type, row->mnt_opts, row->mnt_freq, row->mnt_passno,
           hasmntopt(row, "size") ? hasmntopt(row, "size") : "none");
  endmntent(table);

  date("2001-11-12 18:31:01", "%Y-%m-%d %H:%M:%S");
  date("Mon, 12 Nov 01 06:31 pm", "%a, %d %b %y %I:%M %p");
  date("11/12/68", "%D");
  date("  1999 365", "%Y %j");
  date("2000 Sun 13", "%Y %a %U");
  date("2000 13 3", "%Y %W %w");
  date("1000000000", "%s");
  date("12:61", "%H:%M");
  date("november 5 ", "%B%t%d%n");
  date("20 99", "%C %y");
  date("0", "%e");
  return 0;
}
