// Lists of folders in order, and walks over trees of files.
// verdict: proved
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int without_own(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int visited, depths, kinds[8];

static int visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
    visited++;
    depths += place->level * 10 + place->base;
    kinds[kind]++;
    return kind == FTW_F && status->st_size != 0 ? 7 : 0;
}

static int take_away(const char *path, const struct stat *status, int kind, struct FTW *place) {
    return remove(path);
}

static int old_visit(const char *path, const struct stat *status, int kind) {
    visited++;
    kinds[kind]++;
    return 0;
}

static void list(int order(const struct dirent **, const struct dirent **)) {
    struct dirent **names;
    int n = scandir("t", &names, without_own, order);
    printf("%d:", n);
    for (int i = 0; i < n; i++) {
        printf(" %s", names[i]->d_name);
        free(names[i]);
    }
    free(names);
    puts("");
}

int main(void) {
    char text[2];
    klee_make_symbolic(text, sizeof text, "text");
    mkdir("t", 0755);
    mkdir("t/a10", 0755);
    mkdir("t/a9", 0755);
    close(creat("t/a9/f", 0644));
    symlink("a9", "t/link");
    symlink("none", "t/lost");
    int file = creat("t/a10/g", 0644);
    if (text[0] == 'x')
        write(file, text, 1);
    close(file);
    list(alphasort);
    list(versionsort);
    int result = nftw("t", visit, 5, FTW_PHYS);
    if (result == 7)
        return 1; //~ reached
    printf("%d %d %d: %d %d %d %d\n", result, visited, depths, kinds[FTW_F], kinds[FTW_D], kinds[FTW_SL], kinds[FTW_SLN]);
    memset(kinds, 0, sizeof kinds);
    printf("%d %d: %d %d\n", ftw("t", old_visit, 5), visited, kinds[FTW_F], kinds[FTW_D]);
    printf("%d", nftw("t", take_away, 5, FTW_DEPTH | FTW_PHYS));
    printf(" %d %d\n", access("t", F_OK), nftw("t", visit, 5, 0));
    return 0; //~ reached
}
