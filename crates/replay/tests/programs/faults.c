/* One fault of each kind, chosen by the first input. A line with a fault ends in its kind. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void klee_make_symbolic(void *to, size_t bytes, const char *name);
void klee_assume(unsigned long condition);
void klee_report_error(const char *file, int line, const char *message, const char *suffix);
int klee_range(int begin, int end, const char *name);
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

static const int constant[4] = {1, 2, 3, 4};
static volatile int sink;

static int deep(int n) {
  volatile char block[4096];
  block[n % 4096] = (char)n;
  return deep(n + 1) + block[n % 4096]; /* stack-overflow */
}

static void fault(int which, volatile int value) {
  int *volatile p = malloc(4 * sizeof(int)); /* allocation */
  memset((void *)p, 0, 16);
  switch (which) {
  case 1: free(p); p = 0; sink = *p; break; /* null-deref */
  case 2: sink = p[value]; break; /* out-of-bounds */
  case 3: free(p); sink = p[1]; p = 0; break; /* use-after-free */
  case 4: free(p); free(p); break; /* double-free */
  case 5: free(p + 1); break; /* invalid-free */
  case 6: *(volatile int *)&constant[1] = 9; break; /* readonly-write */
  case 7: sink = 100 / value; break; /* div-by-zero */
  case 8: sink = 1 << value; break; /* overshift */
  case 9: assert(value == 4711); break; /* assert */
  case 10: abort(); break; /* abort */
  case 11: __builtin_unreachable(); break; /* unreachable */
  case 12: sink = deep(value); break;
  case 13: klee_report_error(__FILE__, __LINE__, "odd", "x.err"); break; /* user-error */
  case 14: sink = 2147483647 + value; break; /* overflow */
  case 15: p = 0; break; /* leak */
  case 16: __VERIFIER_error(); break;
  }
  free(p);
}

int main(int argc, char **argv) {
  int which, value;
  char text[4];
  klee_make_symbolic(&which, sizeof which, "which");
  klee_make_symbolic(&value, sizeof value, "value");
  printf("which %d\n", which), fflush(stdout);
  if (which == 100) {
    klee_assume(value > 5);
    return value;
  }
  if (which == 101) {
    klee_make_symbolic(text, sizeof text, "text");
    printf("%.4s %s %d", text, argc > 1 ? argv[1] : "none", getenv("BRAID_KTEST") == 0); /* greeting */
    return klee_range(0, 10, "small") + __VERIFIER_nondet_int();
  }
  if (which == 102)
    for (;;)
      sink = 1;
  fault(which, value);
  return 0;
}
