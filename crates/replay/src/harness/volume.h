/* What is told about files, as the engine has it (runtime/src/volume.c, stat.c): the volume, and times by the model's clock.
 *
 * What the program has written since it last slept has a time of the machine, and is told to be as old as the clock says now. Before it sleeps, those
 * times are settled in the files themselves. Not for 32-bit programs, which have several forms of `struct stat`. */
#if !KEEPS_MACHINE && UINTPTR_MAX == UINT64_MAX

#include <dirent.h>
#include <sys/inotify.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <utime.h>

/* No time of a model is later than this, and none of the machine is earlier: the year 2017. */
#define MACHINE_ERA 1500000000

static int is_machines(time_t seconds) { return seconds >= MACHINE_ERA; }

/* Times of this era that the program has set itself (runtime/src/file_times.c): they are no machine's as long as the file has them. */
enum { TIMES_KEPT = 256 };
static struct {
  ino_t file;
  struct timespec time;
} set_times_kept[TIMES_KEPT];
static unsigned next_kept;

static void keep_time(ino_t file, struct timespec time) {
  if (!is_machines(time.tv_sec))
    return;
  set_times_kept[next_kept % TIMES_KEPT].file = file;
  set_times_kept[next_kept++ % TIMES_KEPT].time = time;
}

static int was_set(ino_t file, struct timespec time) {
  for (unsigned at = 0; at < TIMES_KEPT && at < next_kept; at++)
    if (set_times_kept[at].file == file && set_times_kept[at].time.tv_sec == time.tv_sec && set_times_kept[at].time.tv_nsec == time.tv_nsec)
      return 1;
  return 0;
}

static int is_of_machine(const struct stat *about, struct timespec time) {
  return is_machines(time.tv_sec) && !was_set(about->st_ino, time);
}

static void settle_file(int folder, const char *name) {
  struct stat about;
  const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = CLOCK_START + slept.tv_sec}};
  if (!syscall(SYS_newfstatat, folder, name, &about, AT_SYMLINK_NOFOLLOW) && is_of_machine(&about, about.st_mtim))
    syscall(SYS_utimensat, folder, name, times, AT_SYMLINK_NOFOLLOW);
}

static void settle_folder(const char *path, int depth) {
  DIR *stream = opendir(path);
  for (struct dirent *entry; stream && (entry = readdir(stream));) {
    char below[PATH_MAX];
    if (strcmp(entry->d_name, "..") == 0)
      continue;
    settle_file(dirfd(stream), entry->d_name);
    int is_below = entry->d_type == DT_DIR && strcmp(entry->d_name, ".") != 0 && depth > 0;
    if (is_below && (size_t)snprintf(below, sizeof below, "%s/%s", path, entry->d_name) < sizeof below)
      settle_folder(below, depth - 1);
  }
  if (stream)
    closedir(stream);
}

static void settle_times(void) {
  int error = errno;
  if (is_sealed) {
    settle_folder("/here", 16);
    settle_folder("/tmp", 16);
  }
  errno = error;
}

/* Folders have one block, and what volumes store otherwise is as large as it is, holes and links too. */
#define BLOCK_BYTES 4096

static int tell(long result, struct stat *about) {
  const struct timespec start = {.tv_sec = CLOCK_START};
  if (result || !is_sealed)
    return (int)result;
  if (S_ISDIR(about->st_mode))
    about->st_size = BLOCK_BYTES;
  about->st_blksize = BLOCK_BYTES;
  about->st_blocks = (about->st_size + BLOCK_BYTES - 1) / BLOCK_BYTES * (BLOCK_BYTES / 512);
  if (is_of_machine(about, about->st_mtim))
    about->st_mtim = (struct timespec){.tv_sec = CLOCK_START + slept.tv_sec};
  if (is_of_machine(about, about->st_atim))
    about->st_atim = start;
  about->st_ctim = start;
  return 0;
}

/* Sets times; now is what the clock of the model says. */
static int set_file_times(int folder, const char *path, const struct timespec times[2], int flags) {
  struct timespec wanted[2];
  struct stat about;
  for (int which = 0; which < 2; which++) {
    wanted[which] = times ? times[which] : (struct timespec){.tv_nsec = UTIME_NOW};
    if (wanted[which].tv_nsec == UTIME_NOW)
      wanted[which] = (struct timespec){.tv_sec = CLOCK_START + slept.tv_sec};
  }
  if (syscall(SYS_utimensat, folder, path, wanted, flags))
    return -1;
  if (!(path ? syscall(SYS_newfstatat, folder, path, &about, flags) : syscall(SYS_fstat, folder, &about)))
    for (int which = 0; which < 2; which++)
      if (wanted[which].tv_nsec != UTIME_OMIT)
        keep_time(about.st_ino, which ? about.st_mtim : about.st_atim);
  return 0;
}

BRAID_API int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  return path ? set_file_times(folder, path, times, flags) : (errno = EINVAL, -1);
}
BRAID_API int futimens(int descriptor, const struct timespec times[2]) { return set_file_times(descriptor, 0, times, 0); }

static int set_times_from(int folder, const char *path, const struct timeval times[2], int flags) {
  struct timespec fine[2];
  for (int which = 0; times && which < 2; which++) {
    if (times[which].tv_usec < 0 || times[which].tv_usec >= 1000000)
      return errno = EINVAL, -1;
    fine[which] = (struct timespec){times[which].tv_sec, times[which].tv_usec * 1000};
  }
  return set_file_times(folder, path, times ? fine : 0, flags);
}

BRAID_API int utimes(const char *path, const struct timeval times[2]) { return set_times_from(AT_FDCWD, path, times, 0); }
BRAID_API int lutimes(const char *path, const struct timeval times[2]) { return set_times_from(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW); }
BRAID_API int futimes(int descriptor, const struct timeval times[2]) { return set_times_from(descriptor, 0, times, 0); }
BRAID_API int futimesat(int folder, const char *path, const struct timeval times[2]) { return set_times_from(folder, path, times, 0); }
BRAID_API int utime(const char *path, const struct utimbuf *times) {
  const struct timespec whole[2] = {{.tv_sec = times ? times->actime : 0}, {.tv_sec = times ? times->modtime : 0}};
  return set_file_times(AT_FDCWD, path, times ? whole : 0, 0);
}

BRAID_API int fstatat(int folder, const char *path, struct stat *about, int flags) {
  return tell(syscall(SYS_newfstatat, folder, path, about, flags), about);
}
BRAID_API int stat(const char *path, struct stat *about) { return fstatat(AT_FDCWD, path, about, 0); }
BRAID_API int lstat(const char *path, struct stat *about) { return fstatat(AT_FDCWD, path, about, AT_SYMLINK_NOFOLLOW); }
BRAID_API int fstat(int descriptor, struct stat *about) { return tell(syscall(SYS_fstat, descriptor, about), about); }
BRAID_API int fstatat64(int folder, const char *path, struct stat64 *about, int flags) {
  return fstatat(folder, path, (struct stat *)about, flags);
}
BRAID_API int stat64(const char *path, struct stat64 *about) { return stat(path, (struct stat *)about); }
BRAID_API int lstat64(const char *path, struct stat64 *about) { return lstat(path, (struct stat *)about); }
BRAID_API int fstat64(int descriptor, struct stat64 *about) { return fstat(descriptor, (struct stat *)about); }

/* As in the engine: who asks falls back to the calls above. */
/* The C library does this by way of /proc, which is not there. */
BRAID_API int fchmodat(int folder, const char *path, mode_t mode, int flags) {
  struct stat about;
  if (flags & AT_SYMLINK_NOFOLLOW && !syscall(SYS_newfstatat, folder, path, &about, flags) && S_ISLNK(about.st_mode))
    return errno = EOPNOTSUPP, -1;
  return (int)syscall(SYS_fchmodat, folder, path, mode);
}

BRAID_API int lchmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW); }

static struct statx_timestamp moment_of(struct timespec time) {
  return (struct statx_timestamp){.tv_sec = time.tv_sec, .tv_nsec = (uint32_t)time.tv_nsec};
}

BRAID_API int statx(int folder, const char *path, int flags, unsigned mask, struct statx *about) {
  struct stat found;
  if (mask & 1u << 31)
    return errno = EINVAL, -1;
  if (fstatat(folder, path, &found, flags & (AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)))
    return -1;
  *about = (struct statx){.stx_mask = STATX_BASIC_STATS, .stx_blksize = (uint32_t)found.st_blksize, .stx_nlink = (uint32_t)found.st_nlink,
                          .stx_uid = found.st_uid, .stx_gid = found.st_gid, .stx_mode = (uint16_t)found.st_mode, .stx_ino = found.st_ino,
                          .stx_size = (uint64_t)found.st_size, .stx_blocks = (uint64_t)found.st_blocks, .stx_atime = moment_of(found.st_atim),
                          .stx_ctime = moment_of(found.st_ctim), .stx_mtime = moment_of(found.st_mtim)};
  about->stx_rdev_major = (uint32_t)(found.st_rdev >> 8), about->stx_rdev_minor = (uint32_t)(found.st_rdev & 255);
  about->stx_dev_minor = (uint32_t)found.st_dev;
  return 0;
}

static int tell_volume(long result, struct statfs *volume) {
  if (!result)
    *volume = (struct statfs){.f_type = 0xEF53, .f_bsize = 4096, .f_blocks = 1 << 20, .f_bfree = 1 << 19, .f_bavail = 1 << 19,
                              .f_files = 1 << 16, .f_ffree = 1 << 15, .f_namelen = 255, .f_frsize = 4096, .f_flags = 0x20};
  return (int)result;
}

static int tell_file_system(long result, struct statvfs *volume) {
  if (!result)
    *volume = (struct statvfs){.f_bsize = 4096, .f_frsize = 4096, .f_blocks = 1 << 20, .f_bfree = 1 << 19, .f_bavail = 1 << 19,
                               .f_files = 1 << 16, .f_ffree = 1 << 15, .f_favail = 1 << 15, .f_namemax = 255};
  return (int)result;
}

BRAID_API int statfs(const char *path, struct statfs *volume) { return tell_volume(syscall(SYS_statfs, path, volume), volume); }
BRAID_API int fstatfs(int descriptor, struct statfs *volume) { return tell_volume(syscall(SYS_fstatfs, descriptor, volume), volume); }
BRAID_API int statfs64(const char *path, struct statfs64 *volume) { return statfs(path, (struct statfs *)volume); }
BRAID_API int fstatfs64(int descriptor, struct statfs64 *volume) { return fstatfs(descriptor, (struct statfs *)volume); }
BRAID_API int statvfs(const char *path, struct statvfs *volume) {
  struct statfs kept;
  return tell_file_system(syscall(SYS_statfs, path, &kept), volume);
}
BRAID_API int fstatvfs(int descriptor, struct statvfs *volume) {
  struct statfs kept;
  return tell_file_system(syscall(SYS_fstatfs, descriptor, &kept), volume);
}
BRAID_API int statvfs64(const char *path, struct statvfs64 *volume) { return statvfs(path, (struct statvfs *)volume); }
BRAID_API int fstatvfs64(int descriptor, struct statvfs64 *volume) { return fstatvfs(descriptor, (struct statvfs *)volume); }

BRAID_API int inotify_init(void) { return errno = ENOSYS, -1; }
BRAID_API int inotify_init1(int flags) { return errno = ENOSYS, -1; }
#elif !KEEPS_MACHINE
static void settle_times(void) {}
#endif
