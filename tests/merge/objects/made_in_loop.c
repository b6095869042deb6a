// A loop of unknown length that makes one object in some round: its joined states have objects of different rounds.
// run: --check=leak
// verdict: bug
// bugs: leak:18
#include <klee/klee.h>
#include <stdlib.h>

static int *find(unsigned n, unsigned k) {
    int *found = NULL;
    for (unsigned i = 0; i < n; i++)
        if (i == k) {
            found = malloc(sizeof *found);
            *found = i;
        }
    return found;
}

static int *keep(int x) { int *p = malloc(sizeof *p); *p = x; return p; }

int main(void) {
    unsigned n = klee_range(0, 5, "n"), k = klee_range(0, 5, "k");
    int *found = find(n, k), *other = keep(3);
    if (found != NULL && *found != (int)k)
        klee_report_error(__FILE__, __LINE__, "another round's object", "round.err");
    if ((found != NULL) != (k < n))
        klee_report_error(__FILE__, __LINE__, "an object from nowhere", "nowhere.err");
    free(found);
    if (k != 4)
        free(other);
    other = found = NULL;
    return 0;
}
