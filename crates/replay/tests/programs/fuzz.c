/* libFuzzer's entry point beside a main that must not run. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  printf("%zu", size), fflush(stdout);
  if (size > 3 && data[0] == 'F' && data[1] == 'U')
    return data[size] != 0; /* out-of-bounds */
  return 0;
}

int main(void) {
  puts("not me");
  return 1;
}
