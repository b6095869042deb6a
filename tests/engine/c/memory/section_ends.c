// Variables of a section are walked over from __start_ to __stop_, which the linker defines.
// paths: 4 -- the entry that is looked for: one of three, or none
// try: 0 10 20 30 40
#include <assert.h>
#include <klee/klee.h>

struct entry {
    long key;
    const char *name;
};

#define ENTRY(id, key, name) \
    static struct entry id __attribute__((used, section("entries"), aligned(8))) = {key, name}

ENTRY(first, 10, "ten");
ENTRY(second, 20, "twenty");
ENTRY(third, 30, "thirty");

extern struct entry __start_entries[], __stop_entries[];

int main(void) {
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    assert(__stop_entries - __start_entries == 3);
    second.key += 1;
    second.key -= 1;
    int at = 0;
    for (struct entry *e = __start_entries; e < __stop_entries; e++, at++) {
        if (e->key == key) {
            assert(e->name[1] == "ewh"[at]);
            assert(e == (at == 0 ? &first : at == 1 ? &second : &third));
            return 1 + at; //~ reached
        }
    }
    return 0; //~ reached
}
