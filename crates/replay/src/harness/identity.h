/* Who the machine and the program are, as the engine has it (runtime/src/identity.c). */

#include <grp.h>
#include <pwd.h>
#include <sys/utsname.h>

#if __SIZEOF_POINTER__ == 8
#define MACHINE "x86_64"
#else
#define MACHINE "i686"
#endif

static const struct utsname machine = {"Linux", "braid", "6.1.0", "#1", MACHINE, "(none)"};

BRAID_API int uname(struct utsname *to) {
  *to = machine;
  return 0;
}

BRAID_API int gethostname(char *to, size_t size) {
  size_t length = strlen(machine.nodename) + 1;
  memcpy(to, machine.nodename, length < size ? length : size);
  return length <= size ? 0 : (errno = ENAMETOOLONG, -1);
}

BRAID_API int getdomainname(char *to, size_t size) {
  size_t length = strlen(machine.domainname) + 1;
  memcpy(to, machine.domainname, length < size ? length : size);
  return 0;
}

BRAID_API long gethostid(void) { return 0x007f0101; }
BRAID_API char *getlogin(void) { return errno = ENXIO, (char *)0; }
BRAID_API int getlogin_r(char *to, size_t size) { return ENXIO; }

/* In a namespace other errors would be told of users that it does not know. */
static int take(unsigned wanted) { return wanted == USER_ID ? 0 : (errno = EPERM, -1); }
static int take_or_keep(unsigned wanted) { return wanted == -1U ? 0 : take(wanted); }

BRAID_API int setuid(uid_t user) { return take(user); }
BRAID_API int setgid(gid_t group) { return take(group); }
BRAID_API int seteuid(uid_t user) { return take(user); }
BRAID_API int setegid(gid_t group) { return take(group); }
BRAID_API int setreuid(uid_t real, uid_t effective) { return take_or_keep(real) | take_or_keep(effective); }
BRAID_API int setregid(gid_t real, gid_t effective) { return take_or_keep(real) | take_or_keep(effective); }
BRAID_API int setresuid(uid_t real, uid_t effective, uid_t saved) {
  return take_or_keep(real) | take_or_keep(effective) | take_or_keep(saved);
}
BRAID_API int setresgid(gid_t real, gid_t effective, gid_t saved) {
  return take_or_keep(real) | take_or_keep(effective) | take_or_keep(saved);
}
BRAID_API int setgroups(size_t count, const gid_t *groups) { return errno = EPERM, -1; }
BRAID_API int sethostname(const char *name, size_t size) { return errno = EPERM, -1; }
BRAID_API int setdomainname(const char *name, size_t size) { return errno = EPERM, -1; }

BRAID_API int initgroups(const char *user, gid_t group) { return errno = EPERM, -1; }

BRAID_API int getgrouplist(const char *user, gid_t group, gid_t *groups, int *count) {
  int fits = *count >= 1;
  if (fits)
    groups[0] = group;
  *count = 1;
  return fits ? 1 : -1;
}

BRAID_API int getgroups(int count, gid_t *groups) {
  if (count < 0)
    return errno = EINVAL, -1;
  if (count > 0)
    groups[0] = USER_ID;
  return 1;
}

/* The users and groups of the model (runtime/src/system.c): the program's files are not the machine's. */
static struct passwd users[] = {{"root", "x", 0, 0, "root", "/root", "/bin/bash"},
                                {"nobody", "x", 65534, 65534, "nobody", "/nonexistent", "/usr/sbin/nologin"}};
static char *no_members[1];
static struct group groups[] = {{"root", "x", 0, no_members}, {"nogroup", "x", 65534, no_members}};
enum { KNOWN = 2 };
static size_t next_user, next_group;

BRAID_API struct passwd *getpwuid(uid_t user) {
  for (size_t at = 0; at < KNOWN; at++)
    if (users[at].pw_uid == user)
      return &users[at];
  return 0;
}

BRAID_API struct passwd *getpwnam(const char *name) {
  for (size_t at = 0; at < KNOWN; at++)
    if (strcmp(users[at].pw_name, name) == 0)
      return &users[at];
  return 0;
}

BRAID_API struct group *getgrgid(gid_t number) {
  for (size_t at = 0; at < KNOWN; at++)
    if (groups[at].gr_gid == number)
      return &groups[at];
  return 0;
}

BRAID_API struct group *getgrnam(const char *name) {
  for (size_t at = 0; at < KNOWN; at++)
    if (strcmp(groups[at].gr_name, name) == 0)
      return &groups[at];
  return 0;
}

/* Texts in the caller's buffer; ERANGE if there is no room. */
static int place_texts(char *buffer, size_t room, char **texts[], size_t count) {
  for (size_t at = 0; at < count; at++) {
    size_t size = strlen(*texts[at]) + 1;
    if (size > room)
      return errno = ERANGE;
    *texts[at] = memcpy(buffer, *texts[at], size);
    buffer += size, room -= size;
  }
  return 0;
}

static int place_user(const struct passwd *found, struct passwd *to, char *buffer, size_t room, struct passwd **result) {
  *result = 0;
  if (!found)
    return 0;
  *to = *found;
  int error = place_texts(buffer, room, (char **[]){&to->pw_name, &to->pw_passwd, &to->pw_gecos, &to->pw_dir, &to->pw_shell}, 5);
  *result = error ? 0 : to;
  return error;
}

static int place_group(const struct group *found, struct group *to, char *buffer, size_t room, struct group **result) {
  size_t taken = -(uintptr_t)buffer % sizeof(char *) + sizeof(char *);
  *result = 0;
  if (!found)
    return 0;
  if (room < taken)
    return errno = ERANGE;
  *to = *found;
  to->gr_mem = (char **)(void *)(buffer + taken) - 1;
  to->gr_mem[0] = 0;
  int error = place_texts(buffer + taken, room - taken, (char **[]){&to->gr_name, &to->gr_passwd}, 2);
  *result = error ? 0 : to;
  return error;
}

BRAID_API int getpwuid_r(uid_t user, struct passwd *to, char *buffer, size_t room, struct passwd **result) {
  return place_user(getpwuid(user), to, buffer, room, result);
}
BRAID_API int getpwnam_r(const char *name, struct passwd *to, char *buffer, size_t room, struct passwd **result) {
  return place_user(getpwnam(name), to, buffer, room, result);
}
BRAID_API int getgrgid_r(gid_t number, struct group *to, char *buffer, size_t room, struct group **result) {
  return place_group(getgrgid(number), to, buffer, room, result);
}
BRAID_API int getgrnam_r(const char *name, struct group *to, char *buffer, size_t room, struct group **result) {
  return place_group(getgrnam(name), to, buffer, room, result);
}

BRAID_API void setpwent(void) { next_user = 0; }
BRAID_API void endpwent(void) { next_user = 0; }
BRAID_API struct passwd *getpwent(void) { return next_user < KNOWN ? &users[next_user++] : 0; }
BRAID_API void setgrent(void) { next_group = 0; }
BRAID_API void endgrent(void) { next_group = 0; }
BRAID_API struct group *getgrent(void) { return next_group < KNOWN ? &groups[next_group++] : 0; }
