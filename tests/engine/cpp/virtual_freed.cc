// A virtual call on an object whose place was freed.
// paths: 2 -- kept, freed (faults)
#include <klee/klee.h>
#include <stdlib.h>

struct Listener {
    virtual int hear(int x) { return x + 1; }
};

static void *operator_place(void *place) { return place; }
inline void *operator new(size_t, void *place) noexcept { return operator_place(place); }

int main() {
    unsigned char drop;
    klee_make_symbolic(&drop, sizeof drop, "drop");
    void *place = malloc(sizeof(Listener));
    Listener *volatile listener = new (place) Listener;
    if (drop)
        free(place);
    return listener->hear(1); //~ bug: use-after-free
}
