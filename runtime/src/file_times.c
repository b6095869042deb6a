/* Times of files that the program sets. Reading a file changes none. */
#include "file.h"

enum { TIME_NOW = (1 << 30) - 1, TIME_KEPT = (1 << 30) - 2 };

static int is_time(const struct moment *time) {
    return time->nanoseconds == TIME_NOW || time->nanoseconds == TIME_KEPT || (time->nanoseconds >= 0 && time->nanoseconds < BILLION);
}

static void set_time(int64_t *seconds, uint32_t *part, const struct moment *time) {
    if (time->nanoseconds == TIME_KEPT)
        return;
    int is_now = time->nanoseconds == TIME_NOW;
    *seconds = is_now ? slept.seconds : time->seconds - CLOCK_START;
    *part = is_now ? 0 : (uint32_t)time->nanoseconds;
}

/* Of reading and of writing. */
static int set_times(struct node *node, const struct moment times[2]) {
    static const struct moment now[2] = {{0, TIME_NOW}, {0, TIME_NOW}};
    const struct moment *wanted = times ? times : now;
    if (!is_time(&wanted[0]) || !is_time(&wanted[1]))
        return fail_with(E_INVAL);
    if (!node)
        return -1;
    if (is_fixed(node))
        return fail_with(E_ROFS);
    set_time(&node->read, &node->read_part, &wanted[0]);
    set_time(&node->written, &node->written_part, &wanted[1]);
    return 0;
}

API int utimensat(int folder, const char *path, const struct moment times[2], int flags) {
    if (!path || flags & ~(AT_NO_FOLLOW | AT_EMPTY))
        return fail_with(E_INVAL);
    if (times && (!is_time(&times[0]) || !is_time(&times[1])))
        return fail_with(E_INVAL);
    return set_times(node_at(folder, path, flags), times);
}

API int futimens(int descriptor, const struct moment times[2]) {
    return set_times(usable_node(descriptor), times);
}

/* The same with microseconds in place of nanoseconds. */
static int set_times_from(struct node *node, const struct moment times[2]) {
    if (!times)
        return set_times(node, 0);
    for (int which = 0; which < 2; which++)
        if (times[which].nanoseconds < 0 || times[which].nanoseconds >= MILLION)
            return fail_with(E_INVAL);
    struct moment fine[2] = {{times[0].seconds, times[0].nanoseconds * THOUSAND}, {times[1].seconds, times[1].nanoseconds * THOUSAND}};
    return set_times(node, fine);
}

API int utimes(const char *path, const struct moment times[2]) {
    return set_times_from(find_node(AT_WORKING, path, FOLLOW_LINK), times);
}

API int lutimes(const char *path, const struct moment times[2]) {
    return set_times_from(find_node(AT_WORKING, path, KEEP_LINK), times);
}

API int futimes(int descriptor, const struct moment times[2]) {
    return set_times_from(usable_node(descriptor), times);
}

API int futimesat(int folder, const char *path, const struct moment times[2]) {
    return set_times_from(path ? find_node(folder, path, FOLLOW_LINK) : node_of(folder), times);
}

/* The same in whole seconds. */
API int utime(const char *path, const long times[2]) {
    struct moment whole[2] = {{0, 0}, {0, 0}};
    for (int which = 0; times && which < 2; which++)
        whole[which].seconds = times[which];
    return set_times(find_node(AT_WORKING, path, FOLLOW_LINK), times ? whole : 0);
}
