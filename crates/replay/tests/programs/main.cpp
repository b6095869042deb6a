// C++ with a global constructor, a header of our own, and an exception.
#include "value.h"
#include <cstdio>
#include <stdexcept>

extern "C" void klee_make_symbolic(void *to, unsigned long bytes, const char *name);

struct Early {
  int ready = 41;
};
static Early early;

int main() {
  int value;
  klee_make_symbolic(&value, sizeof value, "value");
  std::printf("%d\n", early.ready + VALUE);
  try {
    if (value == 3)
      throw std::runtime_error("three");
  } catch (const std::exception &) {
    return 33;
  }
  return 0;
}
