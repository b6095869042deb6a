/* What the engine gives before the program starts: a table of rows of two numbers, as `crates/env/src/world.rs` has them. */
#include "file.h"

struct given {
    uint64_t address, size;
};

/* What standard input is: what there is unless the user says otherwise, a file, a pipe that nobody writes to any more, a terminal. */
enum input { INPUT_USUAL, INPUT_FILE, INPUT_PIPE, INPUT_TERMINAL };

static void *pointer_to(const struct given *given) {
    return (void *)(uintptr_t)given->address;
}

/* Gives a file contents. `most` is what the size can be at most; what is behind the size stays zero. */
static void give_contents(struct node *node, const struct given *given, uint64_t most) {
    if (!most)
        return;
    set_size(node, most);
    memcpy(node->bytes, pointer_to(given), (size_t)given->size);
    node->size = given->size;
}

static void give_input(const struct given *given, enum input input, uint64_t most) {
    static const unsigned modes[] = {TYPE_REGULAR | 0644, TYPE_REGULAR | 0644, TYPE_PIPE | 0600, TYPE_DEVICE | 0620};
    if (!most && input == INPUT_USUAL)
        return;
    nodes[INPUT].mode = modes[input];
    nodes[INPUT].device = input == INPUT_TERMINAL ? DEVICE_TERMINAL : NO_DEVICE;
    give_contents(&nodes[INPUT], given, most);
}

/* A symbolic file: its contents, the most that its size can be, and its permissions and time if these are not the usual ones. */
static void give_file(const char *name, const struct given given[3]) {
    struct node *node = make_node(TYPE_REGULAR | 0644);
    add_entry(HERE, (struct component){name, 1, 1}, node);
    give_contents(node, given, given[1].size);
    if (!given[2].address)
        return;
    node->mode = TYPE_REGULAR | (unsigned)given[1].address;
    node->written = (int64_t)given[2].size - CLOCK_START;
}

/* A file, folder or link that the user shows the program: its path, its mode, its contents. Folders come before what is in them. */
static void give_shown(const struct given given[2]) {
    struct place place = find_place(ROOT, pointer_to(given), KEEP_LINK, 0);
    if (place.node)
        return;
    struct node *node = make_node((unsigned)given->size);
    if (type_of(node) == TYPE_FOLDER)
        node->device = place.folder;
    add_entry(place.folder, place.last, node);
    give_contents(node, given + 1, given[1].size);
    if (type_of(node) == TYPE_LINK)
        reserve_target(node, node->size);
}

/* Rows: standard input; what it is and its largest size; how many calls may fail; one for each that may; three for each file, up to an empty
 * one; two for each file that is shown, up to an empty one. */
void __braid_begin_files(const struct given *given) {
    give_input(given, (enum input)given[1].address, given[1].size);
    failures_left = (unsigned)given[2].size;
    if (failures_left)
        __braid_own_streams();
    given += 3;
    for (unsigned call = 0; call < FAILING; call++, given++)
        if (given->address)
            memcpy(&failing_call[call], pointer_to(given), sizeof failing_call[call]);
    for (char name[2] = "A"; given->address; given += 3, name[0]++)
        give_file(name, given);
    for (given++; given->address; given += 2)
        give_shown(given);
}
