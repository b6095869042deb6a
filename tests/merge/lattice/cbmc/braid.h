// What the programs of this folder say to Braid, for CBMC.
#ifndef BRAID_H
#define BRAID_H
#include <stddef.h>
int nondet_int(void);
unsigned char nondet_byte(void);
static inline int braid_int(const char *name) { return (void)name, nondet_int(); }
static inline void cbmc_assume(_Bool condition) { __CPROVER_assume(condition); }
#define braid_assume(condition) cbmc_assume(condition)
static inline int braid_range(int low, int high, const char *name) {
    int value = nondet_int();
    (void)name;
    __CPROVER_assume(low <= value && value < high);
    return value;
}
static inline void braid_symbolic(void *object, size_t size, const char *name) {
    (void)name;
    for (size_t at = 0; at < size; at++)
        ((unsigned char *)object)[at] = nondet_byte();
}
#endif
