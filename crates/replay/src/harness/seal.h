/* Shuts the program in: what it can name are the files of its test, in namespaces of its own, without network and privileges.
 *
 * BRAID_ROOT names the folder that becomes the root. With sanitizers, which run other programs, the machine's programs and
 * libraries are there, too, and cannot be written. This is done if BRAID_SEAL is "yes", and the
 * program ends where it cannot be had. */

#include <errno.h>
#include <linux/capability.h>
#include <locale.h>
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
/* Where a program with sanitizers lies in its root. */
#define SEALED_PROGRAM "/.braid/program"
/* Names of newer systems. */
#define SYS_CLOSE_RANGE 436
#define SYS_MOUNT_SETATTR 442
#define MOUNT_READ_ONLY 1
#define MOUNT_ATIME 0x70
#define MOUNT_NO_ATIME 0x10
#define AT_ALL_BELOW 0x8000

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

struct mount_attributes {
  uint64_t set, clear, propagation, user;
};

/* Makes what is mounted at a path something that can only be read; what is written to a device is no change of it. */
static int protect(const char *path) {
  const struct mount_attributes wanted = {.set = MOUNT_READ_ONLY};
  if (!syscall(SYS_MOUNT_SETATTR, AT_FDCWD, path, AT_ALL_BELOW, &wanted, sizeof wanted))
    return 0;
  return mount(0, path, 0, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC, 0);
}

/* A device of the machine in the new root. Its permissions are the machine's, and a user who owns them could change them. */
static int bind_device(const char *device) {
  char path[64];
  snprintf(path, sizeof path, ".%s", device);
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0)
    close(fd);
  return mount(device, path, 0, MS_BIND, 0) || protect(path);
}

/* A folder of the machine that can only be read, where sanitizers and what they start need it. */
static void bind_folder(const char *folder) {
  char path[64], target[256];
  snprintf(path, sizeof path, ".%s", folder);
  ssize_t length = readlink(folder, target, sizeof target - 1);
  if (length > 0) {
    target[length] = 0;
    (void)!symlink(target, path);
  } else if (!access(folder, F_OK) && !mkdir(path, 0755) && !mount(folder, path, 0, MS_BIND | MS_REC, 0)) {
    protect(path);
  }
}

/* What sanitizers need of the machine, and the program itself where they find it. */
static int bind_machine(void) {
  const char *folders[] = {"/usr", "/bin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/proc"};
  for (size_t at = 0; at < sizeof folders / sizeof *folders; at++)
    bind_folder(folders[at]);
  mkdir(".braid", 0755);
  int fd = open(SEALED_PROGRAM + 1, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
  if (fd >= 0)
    close(fd);
  /* By its path: the link itself leads to where it was started. */
  char own[4096];
  ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  own[length < 0 ? 0 : length] = 0;
  return mount(own, SEALED_PROGRAM + 1, 0, MS_BIND, 0);
}

/* Folders are as old as the clock says that they are (runtime/src/stat.c); files are already. */
static void set_times(void) {
  const struct timespec start[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
  const char *folders[] = {"/tmp", "/dev", "/here", "/"};
  for (size_t at = 0; at < sizeof folders / sizeof *folders; at++)
    syscall(SYS_utimensat, AT_FDCWD, folders[at], start, 0);
}

/* The folder becomes the root, and nothing leads out of it. */
static int change_root(const char *root) {
  const struct mount_attributes quiet = {.set = MOUNT_NO_ATIME, .clear = MOUNT_ATIME};
  if (mount(root, root, 0, MS_BIND | MS_REC, 0))
    return -1;
  /* Reading changes no times, where the system lets us say so. */
  syscall(SYS_MOUNT_SETATTR, AT_FDCWD, root, 0, &quiet, sizeof quiet);
  if (chdir(root))
    return -1;
  mkdir("dev", 0755);
  mkdir("tmp", 0777);
  chmod("tmp", 0777);
  if (bind_device("/dev/null") || bind_device("/dev/zero") || (KEEPS_MACHINE && bind_machine()))
    return -1;
  if (syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH))
    return -1;
  set_times();
  return chdir("/here");
}

/* Standard input that is nothing is the device of the new root: what began the program has opened the machine's, whose permissions it could change. */
static int reopen_input(void) {
  if (getenv("BRAID_STDIN"))
    return 0;
  int fd = open("/dev/null", O_RDONLY);
  return fd < 0 || dup2(fd, 0) < 0 || close(fd);
}

static int drop_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_capset, &header, none) || fence_in();
}

/* Reports go on through a descriptor that was opened before. */
static void keep_report(void) {
  int fd = open(report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  report_descriptor = fcntl(fd, F_DUPFD_CLOEXEC, REPORT_DESCRIPTOR);
  close(fd);
}

/* A program with sanitizers starts once more, so that they know it by a name that leads to it. */
/* The one locale beside C that the engine has: the C library reads its files before they are out of reach, and keeps them. */
static void keep_locale(void) {
  static locale_t kept;
  kept = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
  (void)kept;
}

/* The library that the C library opens when a thread ends itself. */
extern void *dlopen(const char *name, int mode) __attribute__((weak));
static void keep_unwinder(void) {
  if (dlopen)
    dlopen("libgcc_s.so.1", 2);
}

/* Whether the program is shut in. */
static int is_sealed;

static void seal(char **arguments) {
  const char *root = getenv("BRAID_ROOT"), *wanted = getenv("BRAID_SEAL");
  if (!root || !wanted || strcmp(wanted, "yes") || getenv("BRAID_STAGE"))
    return;
  umask(022);
  if (!KEEPS_MACHINE) {
    keep_report();
    keep_locale();
    keep_unwinder();
  }
  int failed = enter_namespaces() || change_root(root) || reopen_input() || drop_privileges();
  if (!failed && KEEPS_MACHINE) {
    setenv("BRAID_STAGE", "2", 1);
    failed = execve(SEALED_PROGRAM, arguments, environ);
  }
  if (failed) {
    report("unsealed", strerror(errno), "", 0, "");
    _exit(MISFIT_CODE);
  }
  is_sealed = 1;
}
