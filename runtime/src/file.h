/* The files of a program: tables that the parts of the file model share (node.c, path.c, descriptor.c, ...).
 *
 * Written for joining: every table is dense or filled from its lowest free row, what is given back is zero in all its bytes,
 * contents lie at an address that only their number decides, and nothing counts what has happened. Two histories of equal effect
 * leave equal bytes. Lengths, offsets and bytes may be symbolic and do not fork by value. */
#ifndef BRAID_FILE_H
#define BRAID_FILE_H

#include "signals.h"

enum { NODES = 96, OPEN_FILES = 96, DESCRIPTORS = 256, NAME_SIZE = 256, ENTRIES = 96 };

/* What a node is: the type bits of a mode. */
enum node_type {
    TYPE_PIPE = 0010000, TYPE_DEVICE = 0020000, TYPE_FOLDER = 0040000, TYPE_REGULAR = 0100000, TYPE_LINK = 0120000,
    TYPE_MASK = 0170000,
};

/* Which device. */
enum device { NO_DEVICE, DEVICE_NULL, DEVICE_ZERO, DEVICE_TERMINAL };

/* A file, whatever its names are. All zero if the row is free. */
struct node {
    unsigned mode; /* type and permissions */
    unsigned links; /* names; for a folder 1 while it is in the tree */
    unsigned users; /* open files, mappings */
    unsigned device; /* of a device which one; of a folder the node above it */
    unsigned output; /* 1 or 2: the program's output */
    unsigned maps; /* shared mappings: contents must stay where they are */
    uint64_t size; /* bytes of contents */
    uint64_t room; /* bytes of the object with the contents; those behind `size` are zero */
    int64_t written; /* when the contents were last changed, in seconds from the start of the clock on */
    unsigned char *bytes;
#if UINTPTR_MAX != UINT64_MAX
    uint32_t padding; /* one layout for all machines */
#endif
    int64_t read; /* when it was last read, as far as the program has set that; and the nanoseconds of both times */
    uint32_t written_part, read_part;
};
_Static_assert(sizeof(struct node) == 72, "the layout that the engine reads");

/* A name in a folder. Rows are dense. */
struct entry {
    unsigned folder; /* the folder's node and 1; 0 ends the table */
    unsigned node;
    unsigned length; /* of the name, may be symbolic */
    unsigned most; /* the most that it can be */
    char name[NAME_SIZE]; /* zeros behind it */
};

/* An open file: what descriptors that were duplicated share. All zero if the row is free. */
struct open_file {
    unsigned users; /* descriptors */
    unsigned node;
    int flags; /* of open, but for those that only matter there */
    unsigned padding; /* zero, so that equal rows are equal bytes */
    uint64_t offset;
};

struct descriptor {
    unsigned open; /* the open file and 1; 0 if the descriptor is free */
    unsigned closes; /* FD_CLOEXEC */
};

enum {
    O_ACCESS = 3, O_READ = 0, O_WRITE = 1, O_BOTH = 2, O_CREATE = 0100, O_EXCLUSIVE = 0200, O_TRUNCATE = 01000, O_APPENDING = 02000,
    O_NONBLOCKING = 04000, O_FOLDER = 0200000, O_NOFOLLOWING = 0400000, O_CLOSING = 02000000, O_PATH_ONLY = 010000000,
    AT_WORKING = -100, AT_NO_FOLLOW = 0x100, AT_REMOVE_FOLDER = 0x200, AT_FOLLOW = 0x400, AT_EMPTY = 0x1000,
};

/* The engine reads these two where a path ends (crates/driver/src/files.rs). */
extern struct node __braid_nodes[NODES];
extern struct entry __braid_entries[ENTRIES];
#define nodes __braid_nodes
#define entries __braid_entries
static struct open_file open_files[OPEN_FILES];
static struct descriptor descriptors[DESCRIPTORS];

/* What the program has set: the node of the working folder, and the mask of permissions. */
static unsigned working_folder, permission_mask;

struct moment {
    long seconds, nanoseconds;
};

/* How long the program has slept: the clock moves only then. */
static struct moment slept;

/* The user, who owns everything. The same in native runs. */
enum { USER = 1000, BLOCK_SIZE = 4096 };

/* The descriptor of a standard stream, 1 or 2, leads to the program's output no more. */
void __braid_lose_stream(int descriptor);

/* Standard streams write by calls of write, as calls may fail. */
void __braid_own_streams(void);

/* The contents of a node change now. */
INLINE void note_change(struct node *node) {
    node->written = slept.seconds;
    node->written_part = 0;
}

INLINE unsigned type_of(const struct node *node) {
    return node->mode & TYPE_MASK;
}

INLINE int can_read(const struct open_file *file) {
    int access = file->flags & O_ACCESS;
    return access == O_READ || access == O_BOTH;
}

INLINE int can_write(const struct open_file *file) {
    int access = file->flags & O_ACCESS;
    return access == O_WRITE || access == O_BOTH;
}

INLINE int is_terminal(const struct node *node) {
    return type_of(node) == TYPE_DEVICE && node->device == DEVICE_TERMINAL;
}

#endif
