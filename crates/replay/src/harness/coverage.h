/* Counts of lines, in builds that have them (BRAID_PROFILE names the file). They go through a descriptor that was opened before the program is shut in, so
 * that nothing of it is among the files that the program sees. */

/* Where that file is kept open: no program counts on such a descriptor. */
#define PROFILE_DESCRIPTOR 1001

extern uint64_t __llvm_profile_get_size_for_buffer(void) __attribute__((weak));
extern void __llvm_profile_initialize(void) __attribute__((weak));
extern int __llvm_profile_write_buffer(char *buffer) __attribute__((weak));

/* The descriptor; -1 if there is none. */
static int profile_descriptor = -1;

static void keep_profile(void) {
  const char *path = getenv("BRAID_PROFILE");
  int fd = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (fd < 0)
    return;
  profile_descriptor = fcntl(fd, F_DUPFD_CLOEXEC, PROFILE_DESCRIPTOR);
  close(fd);
}

/* A program that does not end by itself must write its counts first. Without the heap, which may be what is broken. */
static void write_coverage(void) {
  if (!__llvm_profile_write_buffer || profile_descriptor < 0)
    return;
  uint64_t size = __llvm_profile_get_size_for_buffer();
  char *buffer = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (buffer == MAP_FAILED)
    return;
  if (!__llvm_profile_write_buffer(buffer))
    (void)!pwrite(profile_descriptor, buffer, size, 0);
  munmap(buffer, size);
}
