// A table of functions of this and of another module.
int triple(int);
static int twice(int x) { return 2 * x; }
int shared[3] = {1, 2, 3};

const struct entry { const char *name; int (*call)(int); } table[] = {{"twice", twice}, {"triple", triple}, {0, 0}};
