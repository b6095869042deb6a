// Static initialisers: relocations to data, to functions, into the middle of arrays, cyclic structures, zero parts.
#include <stdio.h>

struct node { const char *name; struct node *next; int *where; int (*call)(int); };

static int numbers[] = {10, 20, 30, 40, [9] = 100};
static int square(int x) { return x * x; }
static int cube(int x) { return x * x * x; }
static struct node first, third;
static struct node second = {"second", &third, &numbers[2], cube};
static struct node first = {"first", &second, numbers, square};
static struct node third = {"third", &first, numbers + 9, 0};
static const char *const texts[] = {"zero", "one", "two", 0};
static const char (*row)[4] = &(const char[4]){"abc"};
static unsigned char big[100000] = {[500] = 7};
static const struct { short a; double b; struct { char c[5]; int *p; } inner; } nest = {1, 2.5, {"four", &numbers[1]}};
static long difference = &numbers[7] - &numbers[2];
static _Bool is_null = (void *)numbers == 0;
int *volatile tail = numbers + sizeof numbers / sizeof *numbers;

int main(void) {
    const struct node *n = &first;
    for (int i = 0; i < 5; i++, n = n->next) printf("%s %d %d, ", n->name, *n->where, n->call ? n->call(i + 2) : -1);
    for (const char *const *t = texts; *t; t++) printf("%s ", *t);
    int sum = 0;
    for (int i = 0; i < 100000; i++) sum += big[i];
    printf("%s %d %d %.1f %s %d %ld %d %d\n", *row, sum, nest.a, nest.b, nest.inner.c, *nest.inner.p, difference, is_null, tail[-1]);
    return 0;
}
