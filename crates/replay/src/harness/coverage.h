/* Counts of lines, in builds that have them (BRAID_PROFILE and BRAID_BLOCKS name the files). They go through descriptors that were opened before the program is
 * shut in, so that nothing of them is among the files that the program sees. */

/* Where these files are kept open: no program counts on such descriptors. */
#define PROFILE_DESCRIPTOR 1001

extern uint64_t __llvm_profile_get_size_for_buffer(void) __attribute__((weak));
extern void __llvm_profile_initialize(void) __attribute__((weak));
extern int __llvm_profile_write_buffer(char *buffer) __attribute__((weak));

/* The descriptors; -1 if there is none. */
static int profile_descriptor = -1, blocks_descriptor = -1;
/* Where the program lies, less where it was linked to lie. */
static uintptr_t load_bias;

/* Bitcode: whether each block was reached, and its address with flags of the compiler. */
static const unsigned char *first_flag, *last_flag;
static const uintptr_t *block_addresses;

void __sanitizer_cov_bool_flag_init(unsigned char *first, unsigned char *last) { first_flag = first, last_flag = last; }

void __sanitizer_cov_pcs_init(const uintptr_t *first, const uintptr_t *last) {
  (void)last;
  block_addresses = first;
}

static int take_bias(struct dl_phdr_info *image, size_t size, void *unused) {
  (void)size, (void)unused;
  load_bias = image->dlpi_addr;
  return 1; /* the program itself comes first */
}

static int keep_open(const char *variable) {
  const char *path = getenv(variable);
  int fd = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (fd < 0)
    return -1;
  int kept = fcntl(fd, F_DUPFD_CLOEXEC, PROFILE_DESCRIPTOR);
  close(fd);
  return kept;
}

static void keep_profile(void) {
  profile_descriptor = keep_open("BRAID_PROFILE");
  blocks_descriptor = keep_open("BRAID_BLOCKS");
  dl_iterate_phdr(take_bias, 0);
}

/* Without the heap, which may be what is broken. */
static void *pages(uint64_t size) {
  void *found = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return found == MAP_FAILED ? 0 : found;
}

/* A word for each block: twice its address, and one more if it was reached. */
static void write_blocks(void) {
  uint64_t count = block_addresses ? (uint64_t)(last_flag - first_flag) : 0;
  uint64_t *words = count && blocks_descriptor >= 0 ? pages(count * sizeof *words) : 0;
  if (!words)
    return;
  for (uint64_t at = 0; at < count; at++)
    words[at] = (uint64_t)(block_addresses[2 * at] - load_bias) << 1 | (first_flag[at] != 0);
  (void)!pwrite(blocks_descriptor, words, count * sizeof *words, 0);
  munmap(words, count * sizeof *words);
}

static void write_profile(void) {
  if (!__llvm_profile_write_buffer || profile_descriptor < 0)
    return;
  uint64_t size = __llvm_profile_get_size_for_buffer();
  char *buffer = pages(size);
  if (!buffer)
    return;
  if (!__llvm_profile_write_buffer(buffer))
    (void)!pwrite(profile_descriptor, buffer, size, 0);
  munmap(buffer, size);
}

/* A program that does not end by itself must write its counts first. */
static void write_coverage(void) {
  write_profile();
  write_blocks();
}
