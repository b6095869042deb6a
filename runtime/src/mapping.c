/* Memory that is mapped: anonymous, a copy of a file, or a file's contents themselves. */
#include "file.h"

enum { MAP_SHARING = 1, MAP_FIXED_PLACE = 16, MAP_NO_FILE = 32, PAGE = 4096, MAY_WRITE = 2 };
#define MAP_REFUSED ((void *)-1)

/* The contents of a file as they are. They stay where they are until they are not mapped any more. */
static void *map_contents(struct node *node, size_t size, uint64_t offset) {
    uint64_t end = offset + size;
    if (end > node->room)
        set_room(node, room_for(end));
    node->maps++;
    node->users++;
    return node->bytes + offset;
}

static void *map_file(int descriptor, size_t size, int protection, int flags, uint64_t offset) {
    struct open_file *file = usable(descriptor);
    if (!file)
        return MAP_REFUSED;
    struct node *node = &nodes[file->node];
    if (!can_read(file) || (flags & MAP_SHARING && protection & MAY_WRITE && !can_write(file)))
        return errno = E_ACCES, MAP_REFUSED;
    if (type_of(node) != TYPE_REGULAR)
        return errno = E_NODEV, MAP_REFUSED;
    if (flags & MAP_SHARING)
        return map_contents(node, size, offset);
    void *copy = __braid_alloc(size, PAGE, 1);
    if (!copy)
        return errno = E_NOMEM, MAP_REFUSED;
    read_contents(node, copy, size, offset);
    return copy;
}

API void *mmap64(void *address, size_t size, int protection, int flags, int descriptor, int64_t offset) {
    if (size == 0 || offset < 0 || offset % PAGE)
        return errno = E_INVAL, MAP_REFUSED;
    if (flags & MAP_FIXED_PLACE)
        __braid_unsupported("a mapping at an address that the program chooses");
    size = (size + PAGE - 1) / PAGE * PAGE;
    if (!(flags & MAP_NO_FILE))
        return map_file(descriptor, size, protection, flags, (uint64_t)offset);
    void *memory = __braid_alloc(size, PAGE, 1);
    return memory ? memory : (errno = E_NOMEM, MAP_REFUSED);
}

API void *mmap(void *address, size_t size, int protection, int flags, int descriptor, long offset) {
    return mmap64(address, size, protection, flags, descriptor, offset);
}

/* What was written behind the end of a file is not kept. */
static void unmap_contents(struct node *node) {
    node->maps--;
    node->users--;
    if (!node->maps)
        set_size(node, node->size);
    release_node(node);
}

/* A mapping is given back as a whole. */
API int munmap(void *address, size_t size) {
    if ((uintptr_t)address % PAGE && size == 0)
        return fail_with(E_INVAL);
    for (unsigned at = 0; at < NODES; at++) {
        unsigned char *start = nodes[at].bytes, *given = address;
        if (nodes[at].maps && given >= start && given < start + nodes[at].room) {
            unmap_contents(&nodes[at]);
            return 0;
        }
    }
    if (__braid_object_size(address) != (size + PAGE - 1) / PAGE * PAGE)
        __braid_unsupported("a part of a mapping is given back");
    __braid_free(address);
    return 0;
}

API int mprotect(void *address, size_t size, int protection) {
    return 0;
}

API int msync(void *address, size_t size, int flags) {
    return 0;
}

API int madvise(void *address, size_t size, int advice) {
    return 0;
}
