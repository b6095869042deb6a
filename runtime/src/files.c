/* The file model as one translation unit: descriptors, files, folders, pipes, time. */
#include "file.h"

#include "node.c"
#include "path.c"
#include "failing.c"
#include "descriptor.c"
#include "transfer.c"
#include "control.c"
#include "terminal.c"
#include "exec.c"
#include "pipe.c"
#include "stat.c"
#include "directory.c"
#include "mapping.c"
#include "clock.c"
#include "poll.c"
#include "given.c"
#include "dprintf.c"
#if UINTPTR_MAX == UINT64_MAX
#include "syscall.c"
#endif
