/* Shuts the program in: what it can name are the files of its test, in namespaces of its own, without network and privileges.
 *
 * BRAID_ROOT names the folder that becomes the root. With sanitizers, which run other programs, the machine's files stay
 * visible and cannot be written, but for that folder. BRAID_SEAL is what must be had: "yes" ends the program if it cannot. */

#include <errno.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>

#ifdef BRAID_SANITIZED
#define KEEPS_MACHINE 1
#else
#define KEEPS_MACHINE 0
#endif

/* Who the program is, as in the engine. */
#define USER_ID 1000
/* Where the file for reports is kept open: no program counts on such a descriptor. */
#define REPORT_DESCRIPTOR 1000

static int write_text(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return -1;
  ssize_t written = write(fd, text, strlen(text));
  close(fd);
  return written < 0 ? -1 : 0;
}

static int map_user(const char *path, unsigned outside) {
  char text[64];
  snprintf(text, sizeof text, "%d %u 1", USER_ID, outside);
  return write_text(path, text);
}

static int enter_namespaces(void) {
  unsigned user = getuid(), group = getgid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS))
    return -1;
  write_text("/proc/self/setgroups", "deny");
  if (map_user("/proc/self/uid_map", user) || map_user("/proc/self/gid_map", group))
    return -1;
  return mount("none", "/", 0, MS_REC | MS_PRIVATE, 0);
}

/* A device of the machine in the new root. */
static int bind_device(const char *device) {
  char path[64];
  snprintf(path, sizeof path, ".%s", device);
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0)
    close(fd);
  return mount(device, path, 0, MS_BIND, 0);
}

/* The folder becomes the root, and nothing leads out of it. */
static int change_root(const char *root) {
  if (mount(root, root, 0, MS_BIND | MS_REC, 0) || chdir(root))
    return -1;
  mkdir("dev", 0755);
  mkdir("tmp", 0777);
  chmod("tmp", 0777);
  if (bind_device("/dev/null") || bind_device("/dev/zero"))
    return -1;
  if (syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH))
    return -1;
  return chdir("/work");
}

struct mount_change {
  uint64_t set, clear, propagation, user;
};

/* Everything but the folder can only be read. */
static int protect_machine(const char *root) {
  struct mount_change protect = {.set = 1}, open_again = {.clear = 1};
  char work[4096];
  snprintf(work, sizeof work, "%s/work", root);
  if (mount(root, root, 0, MS_BIND | MS_REC, 0))
    return -1;
  if (syscall(442, -1, "/", 0x8000, &protect, sizeof protect))
    return -1;
  if (syscall(442, -1, root, 0, &open_again, sizeof open_again))
    return -1;
  return chdir(work);
}

static int drop_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_capset, &header, none);
}

/* Reports go on through a descriptor that was opened before. */
static void keep_report(void) {
  int fd = open(report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  report_descriptor = fcntl(fd, F_DUPFD_CLOEXEC, REPORT_DESCRIPTOR);
  close(fd);
}

static void seal(void) {
  const char *root = getenv("BRAID_ROOT"), *wanted = getenv("BRAID_SEAL");
  if (!root || !wanted)
    return;
  umask(022);
  keep_report();
  int failed = enter_namespaces() || (KEEPS_MACHINE ? protect_machine(root) : change_root(root)) || drop_privileges();
  if (failed && !strcmp(wanted, "yes")) {
    report("unsealed", strerror(errno), "", 0, "");
    _exit(MISFIT_CODE);
  }
}
