// Symbols of every linkage C can make: weak, alias, weak alias, common, extern weak, static, hidden, in a section.
#include <stdio.h>

int tentative;
int tentative;
__attribute__((weak)) int weak_value = 5;
__attribute__((weak)) int weak_function(void) { return 6; }
static int hidden_impl(int x) { return x + 1; }
int exported(int x) __attribute__((alias("real_one")));
int real_one(int x) { return x * 2; }
extern int weak_alias(int) __attribute__((weak, alias("real_one")));
extern int missing(void) __attribute__((weak));
extern int missing_variable __attribute__((weak));
__attribute__((visibility("hidden"))) int hidden = 7;
__attribute__((section(".special"))) int placed = 8;
__attribute__((used)) static int kept = 9;
extern int renamed_alias __attribute__((alias("placed")));
static inline int inlined(int x) { return x - 1; }

int main(void) {
    tentative += 3;
    printf("%d %d %d %d %d %d\n", tentative, weak_value, weak_function(), hidden_impl(1), exported(4), weak_alias(5));
    printf("%d %d %d %d %d %d\n", missing != 0, &missing_variable != 0, hidden, placed, renamed_alias, inlined(3));
    return weak_value;
}
