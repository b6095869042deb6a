// Symbols that meet: weak and strong, common of several sizes, tentative, static ones of the same name, aliases,
// constructors and destructors of several modules, a weak symbol that nobody defines.
#include <stdio.h>

int common_small;
char common_grows[4];
__attribute__((weak)) int overridden = 1;
__attribute__((weak)) int weak_function(void) { return 10; }
extern int defined_elsewhere;
extern int aliased(int);
extern int nobody(void) __attribute__((weak));
int from_other(int);

static int hidden = 100;
static int same_name(int x) { return x + hidden; }
static const char *const text = "main";

__attribute__((constructor(150))) static void start_main(void) { puts("constructor of main"); }
__attribute__((destructor(150))) static void end_main(void) { puts("destructor of main"); }

int main(void) {
    common_grows[3] = 'x';
    common_small += 5;
    printf("%d %d %d %d %d %d\n", overridden, weak_function(), defined_elsewhere, aliased(3), from_other(7), same_name(1));
    printf("%d %c %s %d\n", common_small, common_grows[3], text, nobody ? nobody() : -1);
    return from_other(0);
}
