/* Nodes of the file model: contents that grow and shrink, and how long a node lives. */
#include "file.h"

/* More bytes than this are not kept of one file. */
#define FILE_MOST ((uint64_t)1 << 28)
enum { ROOM_LEAST = 16 };

/* The nodes that are there from the beginning. */
enum { ROOT, HERE, DEVICES, TEMPORARY, NULL_DEVICE, ZERO_DEVICE, INPUT, OUTPUT, ERRORS };

API struct node nodes[NODES] = {
    [ROOT] = {.mode = TYPE_FOLDER | 0755, .links = 1, .device = ROOT},
    [HERE] = {.mode = TYPE_FOLDER | 0755, .links = 1, .device = ROOT},
    [DEVICES] = {.mode = TYPE_FOLDER | 0755, .links = 1, .device = ROOT},
    [TEMPORARY] = {.mode = TYPE_FOLDER | 0777, .links = 1, .device = ROOT},
    [NULL_DEVICE] = {.mode = TYPE_DEVICE | 0666, .links = 1, .device = DEVICE_NULL},
    [ZERO_DEVICE] = {.mode = TYPE_DEVICE | 0666, .links = 1, .device = DEVICE_ZERO},
    [INPUT] = {.mode = TYPE_DEVICE | 0666, .users = 1, .device = DEVICE_NULL},
    [OUTPUT] = {.mode = TYPE_PIPE | 0600, .users = 1, .output = 1},
    [ERRORS] = {.mode = TYPE_PIPE | 0600, .users = 1, .output = 2},
};

API struct entry entries[ENTRIES] = {
    {.folder = ROOT + 1, .node = HERE, .length = 4, .most = 4, .name = "here"},
    {.folder = ROOT + 1, .node = DEVICES, .length = 3, .most = 3, .name = "dev"},
    {.folder = ROOT + 1, .node = TEMPORARY, .length = 3, .most = 3, .name = "tmp"},
    {.folder = DEVICES + 1, .node = NULL_DEVICE, .length = 4, .most = 4, .name = "null"},
    {.folder = DEVICES + 1, .node = ZERO_DEVICE, .length = 4, .most = 4, .name = "zero"},
};

static unsigned working_folder = HERE, permission_mask = 022;

static unsigned number_of(const struct node *node) {
    return (unsigned)(node - nodes);
}

/* A new node of this type; there are few rows, and a program that needs more is not followed. */
static struct node *make_node(unsigned mode) {
    for (unsigned at = 0; at < NODES; at++)
        if (!nodes[at].mode) {
            nodes[at].mode = mode;
            return &nodes[at];
        }
    __braid_unsupported("more files at once than the file model has room for");
}

/* Gives the contents another room. What is behind the old one is zero. */
static void set_room(struct node *node, uint64_t room) {
    if (node->maps && room != node->room)
        __braid_unsupported("a file that is mapped into memory changes its size");
    node->bytes = __braid_contents(number_of(node), node->bytes, room);
    node->room = room;
}

/* The smallest room for so many bytes: a power of two. */
static uint64_t room_for(uint64_t size) {
    uint64_t room = ROOM_LEAST;
    while (room < size)
        room *= 2;
    return room;
}

/* Makes room for contents up to `end`, which may be symbolic: two cases, and one for each power of two beyond. */
static void reserve_room(struct node *node, uint64_t end) {
    if (!node->room && is_symbolic(end))
        set_room(node, ROOM_LEAST);
    if (end <= node->room)
        return;
    if (end > FILE_MOST)
        __braid_unsupported("a file larger than the file model keeps");
    set_room(node, room_for(end));
}

/* Sets the size. What is cut off is zero from then on. */
static void set_size(struct node *node, uint64_t size) {
    reserve_room(node, size);
    note_change(node);
    uint64_t end = smaller(node->size, node->room);
    if (node->room && size < end)
        memset(node->bytes + size, 0, end - size);
    node->size = size;
    if (!is_symbolic(size) && !node->maps)
        set_room(node, size ? room_for(size) : 0);
}

/* Removes a node that nothing leads to any more. */
static void release_node(struct node *node) {
    if (node->links || node->users)
        return;
    if (node->room)
        set_room(node, 0);
    *node = (struct node){0};
}

/* Devices lie on volumes of their own, of which nothing can be changed. */
static int is_fixed(const struct node *node) {
    return node && type_of(node) == TYPE_DEVICE;
}

/* Up to `n` bytes from an offset on. Reads nothing behind the end. */
static size_t read_contents(const struct node *node, void *to, size_t n, uint64_t offset) {
    if (!node->room)
        return 0;
    uint64_t left = offset < node->size ? node->size - offset : 0;
    uint64_t count = n < left ? n : left;
    memcpy(to, node->bytes + (offset < node->size ? offset : 0), (size_t)count);
    return (size_t)count;
}

/* Writes `n` bytes from an offset on; nothing at all if there are none. A hole before them is zero. */
static void write_contents(struct node *node, const void *from, size_t n, uint64_t offset) {
    uint64_t end = offset + n;
    if (!braid_is_symbolic(n) && n == 0)
        return;
    note_change(node);
    reserve_room(node, end);
    memcpy(node->bytes + offset, from, n);
    node->size = ((n != 0) & (end > node->size)) ? end : node->size;
}
