/* Random bytes as the engine has them (runtime/src/entropy.c). */

static uint64_t entropy = 1;

BRAID_API void arc4random_buf(void *to, size_t size) {
  for (size_t at = 0; at < size; at++) {
    entropy = entropy * 6364136223846793005u + 1442695040888963407u;
    ((unsigned char *)to)[at] = (unsigned char)(entropy >> 56);
  }
}

BRAID_API uint32_t arc4random(void) {
  uint32_t word;
  arc4random_buf(&word, sizeof word);
  return word;
}

BRAID_API uint32_t arc4random_uniform(uint32_t bound) { return bound ? arc4random() % bound : 0; }

BRAID_API ssize_t getrandom(void *to, size_t size, unsigned flags) {
  if (flags & ~7u)
    return errno = EINVAL, -1;
  arc4random_buf(to, size);
  return (ssize_t)size;
}

BRAID_API int getentropy(void *to, size_t size) {
  if (size > 256)
    return errno = EIO, -1;
  arc4random_buf(to, size);
  return 0;
}
