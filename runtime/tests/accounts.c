/* Lists of users, groups and mounts in random files, against those of libc. */
#include "native.h"

#include <grp.h>
#include <mntent.h>
#include <pwd.h>

RT(fopen); RT(fclose); RT(fgetpwent); RT(fgetgrent); RT(fgetpwent_r); RT(fgetgrent_r); RT(putpwent); RT(putgrent); RT(getpwnam_r); RT(getgrgid_r); RT(getpwent_r); RT(setpwent);
RT(setmntent); RT(getmntent); RT(endmntent); RT(hasmntopt); RT(addmntent);
extern int *rt___errno_location(void);

static char names[2][64];

static void fill(const char *const *pieces, size_t count) {
    FILE *f = fopen(names[0], "w");
    for (size_t n = below(60); n > 0; n--)
        fputs(pieces[below(count)], f);
    fclose(f);
}

static int same(const char *a, const char *b) {
    return !a == !b && (!a || strcmp(a, b) == 0);
}

static int same_written(void) {
    char a[4096], b[4096];
    FILE *f = fopen(names[0], "r"), *g = fopen(names[1], "r");
    size_t n = fread(a, 1, sizeof a, f), m = fread(b, 1, sizeof b, g);
    fclose(f), fclose(g);
    return n == m && memcmp(a, b, n) == 0;
}

static void users(void) {
    static const char *const pieces[] = {"root:x:0:0:root:/root:/bin/sh\n", "a:b:1:2:c:d:e\n", "me", ":", ":", "x", "12", "\n", "# no\n", " ", "joe::7:8:::\n", "\n"};
    fill(pieces, sizeof pieces / sizeof *pieces);
    FILE *f = fopen(names[0], "r"), *g = rt_fopen(names[0], "r");
    for (int i = 0; i < 60; i++) {
        struct passwd *x = fgetpwent(f), *y = rt_fgetpwent(g);
        CHECK(!x == !y, "fgetpwent %d: %s %s", i, x ? x->pw_name : "none", y ? y->pw_name : "none");
        if (!x || !y)
            break;
        CHECK(same(x->pw_name, y->pw_name) && same(x->pw_passwd, y->pw_passwd) && x->pw_uid == y->pw_uid && x->pw_gid == y->pw_gid && same(x->pw_gecos, y->pw_gecos) && same(x->pw_dir, y->pw_dir) && same(x->pw_shell, y->pw_shell),
              "fgetpwent: %s:%s:%u:%u:%s:%s:%s, %s:%s:%u:%u:%s:%s:%s", x->pw_name, x->pw_passwd, x->pw_uid, x->pw_gid, x->pw_gecos, x->pw_dir, x->pw_shell, y->pw_name, y->pw_passwd, y->pw_uid, y->pw_gid, y->pw_gecos, y->pw_dir, y->pw_shell);
    }
    fclose(f), rt_fclose(g);
}

static void groups(void) {
    static const char *const pieces[] = {"root:x:0:\n", "a:b:1:c,d,,e\n", "us", ":", ":", ",", "12", "\n", "# no\n", "joe::7:me\n", "x"};
    fill(pieces, sizeof pieces / sizeof *pieces);
    FILE *f = fopen(names[0], "r"), *g = rt_fopen(names[0], "r");
    for (int i = 0; i < 60; i++) {
        struct group *x = fgetgrent(f), *y = rt_fgetgrent(g);
        CHECK(!x == !y, "fgetgrent %d: %s %s", i, x ? x->gr_name : "none", y ? y->gr_name : "none");
        if (!x || !y)
            break;
        int n = 0;
        while (x->gr_mem[n] && same(x->gr_mem[n], y->gr_mem[n]))
            n++;
        CHECK(same(x->gr_name, y->gr_name) && same(x->gr_passwd, y->gr_passwd) && x->gr_gid == y->gr_gid && !x->gr_mem[n] && !y->gr_mem[n], "fgetgrent: %s %s, member %d: %s %s", x->gr_name, y->gr_name, n, x->gr_mem[n], y->gr_mem[n]);
    }
    fclose(f), rt_fclose(g);
}

static void mounts(void) {
    static const char *const pieces[] = {"/dev/sda / ext4 rw,noatime 1 2\n", "proc", " ", "\t", "\\040", "\\134", "\\\\", "\n", "# no\n", "rw,ro=1", " 3", "none /a\\011b x\n", "\n"};
    static const char *const options[] = {"rw", "ro", "noatime", "r", "x"};
    fill(pieces, sizeof pieces / sizeof *pieces);
    FILE *f = setmntent(names[0], "r"), *g = rt_setmntent(names[0], "r");
    struct mntent *x, *y, last = {"a b", "/c\td", "e\\", "f", 1, 2};
    for (int i = 0; i < 60; i++) {
        x = getmntent(f), y = rt_getmntent(g);
        CHECK(!x == !y, "getmntent %d: %s %s", i, x ? x->mnt_fsname : "none", y ? y->mnt_fsname : "none");
        if (!x || !y)
            break;
        CHECK(same(x->mnt_fsname, y->mnt_fsname) && same(x->mnt_dir, y->mnt_dir) && same(x->mnt_type, y->mnt_type) && same(x->mnt_opts, y->mnt_opts) && x->mnt_freq == y->mnt_freq && x->mnt_passno == y->mnt_passno,
              "getmntent: '%s' '%s' '%s' '%s' %d %d, '%s' '%s' '%s' '%s' %d %d", x->mnt_fsname, x->mnt_dir, x->mnt_type, x->mnt_opts, x->mnt_freq, x->mnt_passno, y->mnt_fsname, y->mnt_dir, y->mnt_type, y->mnt_opts, y->mnt_freq, y->mnt_passno);
        const char *option = options[below(5)];
        char *p = hasmntopt(x, option), *q = rt_hasmntopt(y, option);
        CHECK(!p == !q && (!p || p - x->mnt_opts == q - y->mnt_opts), "hasmntopt %s of %s", option, x->mnt_opts);
    }
    CHECK(endmntent(f) == rt_endmntent(g), "endmntent");
    f = setmntent(names[0], "w"), g = rt_setmntent(names[1], "w");
    CHECK(addmntent(f, &last) == rt_addmntent(g, &last), "addmntent");
    endmntent(f), rt_endmntent(g);
    CHECK(same_written(), "addmntent");
}

static void writing(void) {
    char *members[] = {"x", "y", 0};
    struct passwd user = {"me", "*", 12, 13, "no", "/a", "/b"};
    struct group group = {"us", "x", 14, members};
    FILE *f = fopen(names[0], "w"), *g = rt_fopen(names[1], "w");
    CHECK(putpwent(&user, f) == rt_putpwent(&user, g) && putgrent(&group, f) == rt_putgrent(&group, g), "putpwent");
    fclose(f), rt_fclose(g);
    CHECK(same_written(), "putpwent");
}

static void copies(void) {
    struct passwd user, *found = 0;
    struct group group, *other = 0;
    for (size_t room = 0; room < 40; room++) {
        char *memory = block(room + 1);
        int error = rt_getpwnam_r("root", &user, memory, room, &found);
        CHECK(error == 0 ? found == &user && strcmp(user.pw_dir, "/root") == 0 && user.pw_shell >= memory && user.pw_shell < memory + room : error == ERANGE && !found, "getpwnam_r in %zu: %d", room, error);
        error = rt_getgrgid_r(0, &group, memory, room, &other);
        CHECK(error == 0 ? other == &group && strcmp(group.gr_name, "root") == 0 && !group.gr_mem[0] : error == ERANGE && !other, "getgrgid_r in %zu: %d", room, error);
        free(memory);
    }
    char memory[200];
    CHECK(rt_getpwnam_r("none", &user, memory, 200, &found) == 0 && !found, "getpwnam_r of nobody");
    rt_setpwent();
    CHECK(rt_getpwent_r(&user, memory, 200, &found) == 0 && rt_getpwent_r(&user, memory, 200, &found) == 0 && rt_getpwent_r(&user, memory, 200, &found) == ENOENT && !found, "getpwent_r");
}

void test_accounts(void) {
    for (int i = 0; i < 2; i++)
        sprintf(names[i], "/tmp/braid-accounts-%d-%d", (int)getpid(), i);
    for (int i = 0; i < 1000; i++) {
        users();
        groups();
        mounts();
    }
    writing();
    copies();
    for (int i = 0; i < 2; i++)
        unlink(names[i]);
}
