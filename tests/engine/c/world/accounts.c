// Users, groups and mounts from files with unknown bytes, and copies of them in memory of the program.
// verdict: proved
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <klee/klee.h>
#include <mntent.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <utmpx.h>

int main(void) {
    char line[] = "me:x:1?:20:text:/home:/bin/sh\n", memory[64];
    struct passwd user, *found;
    char c = (char)klee_range(0, 127, "c");
    klee_assume((c == '3') | (c == ':') | (c == 'x'));
    *strchr(line, '?') = c;
    FILE *file = fopen("users", "w");
    fputs(line, file);
    fputs("/dev/a /mnt\\040x ext4 rw,size=3 0 1\n", file);
    fclose(file);
    file = fopen("users", "r");
    struct passwd *first = fgetpwent(file);
    printf("%s\n", first ? first->pw_dir : "none");
    fclose(file);
    file = setmntent("users", "r");
    struct mntent *mount = getmntent(file);
    mount = getmntent(file);
    printf("%s %s %d\n", mount->mnt_dir, hasmntopt(mount, "size"), mount->mnt_passno);
    endmntent(file);
    /* Natively there may be no users. */
    if (getpwnam_r("root", &user, memory, sizeof memory, &found) == 0 && found && strcmp(found->pw_name, "root"))
        return 9; //~ dead
    if (getpwuid_r(0, &user, memory, 3, &found) == 0 && found)
        return 9; //~ dead
    return first ? (int)first->pw_uid : 1; //~ reached
}
