// An arithmetic shift in a loop whose amount grows too large.
// paths: 3 -- start 0, 1 end well; start 2 faults at its last turn (2 + 30 = 32)
// try: 0 1 2
// override(O1): bugs none because the optimiser may compute what nobody uses: the sum counts only where start is 0
#include <klee/klee.h>

int main(void) {
    int x = -64, start = klee_range(0, 3, "start");
    int sum = 0;
    for (int i = 0; i <= 30; i += 10)
        sum += x >> (start + i); //~ bug: overshift
    if (start)
        return 1; //~ reached
    return sum != 0;
}
