/* From a path to a node. A path may have symbolic bytes: a component is compared with the names of its folder as a whole, so
 * there is one case for each name, one for none of them, and none for each length. */
#include "file.h"

enum { LINKS_FOLLOWED = 40, PATH_MOST = 4096 };

/* The first component of a path: its bytes, how many there are up to a slash or the end, and how many may be looked at. */
struct component {
    const char *text;
    size_t length, limit;
};

static struct component first_component(const char *path) {
    size_t room = __braid_room(path), length = 0;
    unsigned inside = 1;
    if (room > PATH_MOST)
        room = PATH_MOST;
    for (size_t at = 0; at < room; at++) {
        inside &= (unsigned)(path[at] != 0) & (unsigned)(path[at] != '/');
        length += inside;
        if (!braid_is_symbolic(inside) && !inside)
            return (struct component){path, length, at};
    }
    for (length = 0; path[length] && path[length] != '/';)
        length++;
    return (struct component){path, length, length};
}

/* Whether a component is this name of `length` bytes, at most `most`. No branch depends on its bytes. */
static unsigned is_name(struct component part, const char *name, size_t length, size_t most) {
    unsigned same = part.length == length;
    for (size_t at = 0; at < smaller(most, part.limit); at++)
        same &= (unsigned)(part.text[at] == name[at]) | (unsigned)(at >= length);
    return same;
}

/* The row of a name in a folder; null if there is none. */
static struct entry *find_entry(unsigned folder, struct component part) {
    for (struct entry *entry = entries; entry < entries + ENTRIES && entry->folder; entry++)
        if (entry->folder == folder + 1 && is_name(part, entry->name, entry->length, entry->most))
            return entry;
    return 0;
}

/* Where a path leads: the folder of its last component, that component, and its node if there is one. */
struct place {
    int error; /* of errno; 0 if the folder was found */
    unsigned folder;
    struct component last;
    struct entry *entry; /* null for a name that is not there, and for `.`, `..` and the root */
    struct node *node; /* null if there is none */
    int is_slashed; /* only a folder can be meant */
};

/* What becomes of a last component that is a symbolic link: it is meant itself unless a slash is behind it, it is followed, or it is a name that is
 * made, moved or taken away, and stays one with a slash, too. */
enum last_link { KEEP_LINK, FOLLOW_LINK, NAME_ALONE };

static struct place find_place(unsigned folder, const char *path, enum last_link last, int depth);

/* What a symbolic link leads to is kept as a text, with room for the zero behind it. */
static void reserve_target(struct node *link, uint64_t length) {
    reserve_room(link, length + 1);
}

/* The node that a symbolic link leads to. The last component lies in the link. */
static struct place follow_link(unsigned folder, const struct node *link, int depth) {
    if (depth >= LINKS_FOLLOWED)
        return (struct place){.error = E_LOOP};
    return find_place(folder, (const char *)link->bytes, FOLLOW_LINK, depth + 1);
}

/* One step: the place of a component of a folder. */
static struct place find_child(unsigned folder, struct component part) {
    struct place place = {.folder = folder, .last = part};
    if (is_name(part, ".", 1, 1)) {
        place.node = &nodes[folder];
    } else if (is_name(part, "..", 2, 2)) {
        place.node = &nodes[nodes[folder].device];
    } else if (part.length >= NAME_SIZE) {
        place.error = E_NAMETOOLONG;
    } else {
        place.entry = find_entry(folder, part);
        place.node = place.entry ? &nodes[place.entry->node] : 0;
    }
    return place;
}

static int is_at_end(const char *path) {
    while (*path == '/')
        path++;
    return !*path;
}

static struct place find_place(unsigned folder, const char *path, enum last_link last, int depth) {
    if (!path)
        return (struct place){.error = E_FAULT};
    if (!*path)
        return (struct place){.error = E_NOENT};
    struct place place = {.folder = folder, .node = &nodes[folder]};
    if (*path == '/')
        place.node = &nodes[ROOT];
    for (;;) {
        while (*path == '/')
            path++;
        if (!*path)
            return place;
        if (type_of(place.node) != TYPE_FOLDER)
            return (struct place){.error = E_NOTDIR};
        if (!(place.node->mode & 0100))
            return (struct place){.error = E_ACCES};
        struct component part = first_component(path);
        place = find_child(number_of(place.node), part);
        if (place.error)
            return place;
        path += part.length;
        place.is_slashed = *path == '/';
        if (!place.node) {
            place.error = is_at_end(path) ? 0 : E_NOENT;
            return place;
        }
        if (last == NAME_ALONE && is_at_end(path))
            return place;
        if (type_of(place.node) == TYPE_LINK && (last == FOLLOW_LINK || place.is_slashed)) {
            int is_slashed = place.is_slashed;
            place = follow_link(place.folder, place.node, depth);
            place.is_slashed |= is_slashed;
            if (!place.error && !place.node && !is_at_end(path))
                place.error = E_NOENT;
            if (place.error || !place.node)
                return place;
        }
        if (place.is_slashed && type_of(place.node) != TYPE_FOLDER)
            return (struct place){.error = E_NOTDIR};
    }
}

/* Adds a name. The caller has looked that it is not there. */
static void add_entry(unsigned folder, struct component part, struct node *node) {
    struct entry *entry = entries;
    while (entry < entries + ENTRIES && entry->folder)
        entry++;
    if (entry == entries + ENTRIES)
        __braid_unsupported("more names of files than the file model has room for");
    entry->folder = folder + 1;
    entry->node = number_of(node);
    entry->length = (unsigned)part.length;
    entry->most = (unsigned)smaller(braid_is_symbolic(part.length) ? part.limit : part.length, NAME_SIZE - 1);
    memcpy(entry->name, part.text, part.length);
    node->links++;
    note_change(&nodes[folder]);
}

/* Takes a name away; the table stays dense. */
static void remove_entry(struct entry *entry) {
    struct node *node = &nodes[entry->node];
    note_change(&nodes[entry->folder - 1]);
    for (; entry + 1 < entries + ENTRIES && entry->folder; entry++)
        *entry = entry[1];
    node->links--;
    release_node(node);
}

static int is_empty(const struct node *folder) {
    for (struct entry *entry = entries; entry < entries + ENTRIES && entry->folder; entry++)
        if (entry->folder == number_of(folder) + 1)
            return 0;
    return 1;
}
