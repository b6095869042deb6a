// The other half.
#include <stdio.h>

int common_small;
char common_grows[64];
int overridden = 2;
int weak_function(void) { return 20; }
int defined_elsewhere = 30;

static int hidden = 1000;
static int same_name(int x) { return x * 2 + hidden; }
static const char *const text = "other";
static int target(int x) { return x * x; }
int aliased(int) __attribute__((alias("target")));

__attribute__((constructor(120))) static void start_other(void) { printf("constructor of %s\n", text); }
__attribute__((destructor(120))) static void end_other(void) { printf("destructor of %s\n", text); }

int from_other(int x) {
    common_grows[63] = 'y';
    common_small++;
    return same_name(x) % 251;
}
