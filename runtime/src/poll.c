/* Waiting for descriptors: files and devices are always ready, pipes when there is something or nobody is left at the other end. */
#include "file.h"

enum { POLL_IN = 1, POLL_OUT = 4, POLL_ERROR = 8, POLL_HANGUP = 16, POLL_INVALID = 32, READY_FOR_ALL = 0x145 };

static short ready_for(int descriptor) {
    struct open_file *file = usable(descriptor);
    if (!file)
        return POLL_INVALID;
    struct node *node = &nodes[file->node];
    if (type_of(node) != TYPE_PIPE)
        return READY_FOR_ALL;
    if (node->output)
        return POLL_OUT;
    short writing = !can_write(file) ? 0 : !has_end(node, 0) ? POLL_OUT | POLL_ERROR : node->size <= PIPE_SIZE - BLOCK_SIZE ? POLL_OUT : 0;
    short reading = (short)(!can_read(file) ? 0 : (node->size > 0 ? POLL_IN : 0) | (has_end(node, 1) ? 0 : POLL_HANGUP));
    return writing | reading;
}

/* Nothing is ready: time passes, and it stays so. */
static int wait_in_vain(int is_endless, long seconds, long nanoseconds) {
    if (is_endless && is_set(alarm_at))
        return pause();
    if (is_endless)
        __braid_unsupported("waiting for descriptors that are never ready");
    return pass_time(seconds, nanoseconds) ? fail_with(E_INTR) : 0;
}

struct polled {
    int descriptor;
    short wanted, found;
};

API int poll(struct polled *polled, unsigned long count, int milliseconds) {
    int ready = 0;
    for (unsigned long at = 0; at < count; at++) {
        short mask = (short)(polled[at].wanted | POLL_ERROR | POLL_HANGUP | POLL_INVALID);
        polled[at].found = polled[at].descriptor < 0 ? 0 : ready_for(polled[at].descriptor) & mask;
        ready += polled[at].found != 0;
    }
    if (ready)
        return ready;
    return wait_in_vain(milliseconds < 0, milliseconds / THOUSAND, (long)(milliseconds % THOUSAND) * MILLION);
}

enum { WORD_BITS = 8 * sizeof(unsigned long) };

/* Leaves of a set of descriptors those that are ready; -1 if one is not open. */
static int select_ready(int count, unsigned long *set, short wanted) {
    int ready = 0;
    for (int at = 0; set && at < count; at++) {
        unsigned long bit = 1UL << at % WORD_BITS;
        if (!(set[at / WORD_BITS] & bit))
            continue;
        short found = ready_for(at);
        if (found == POLL_INVALID)
            return -1;
        if (found & wanted)
            ready++;
        else
            set[at / WORD_BITS] &= ~bit;
    }
    return ready;
}

API int select(int count, unsigned long *reads, unsigned long *writes, unsigned long *others, struct moment *timeout) {
    int ready[] = {
        select_ready(count, reads, POLL_IN | POLL_HANGUP | POLL_ERROR),
        select_ready(count, writes, POLL_OUT | POLL_ERROR),
        select_ready(count, others, 0),
    };
    if (ready[0] < 0 || ready[1] < 0 || ready[2] < 0)
        return -1;
    if (ready[0] + ready[1])
        return ready[0] + ready[1];
    int found = wait_in_vain(!timeout, timeout ? timeout->seconds : 0, timeout ? timeout->nanoseconds * THOUSAND : 0);
    if (timeout)
        *timeout = (struct moment){0, 0};
    return found;
}

/* With a set of signals that are blocked meanwhile. Who waits in vain is interrupted by the alarm alone. */
static int with_signals(const void *signals, uint64_t *kept) {
    *kept = __braid_blocked_signals;
    return signals ? sigprocmask(2, signals, 0) : 0;
}

API int pselect(int count, unsigned long *reads, unsigned long *writes, unsigned long *others, const struct moment *timeout, const void *signals) {
    uint64_t kept;
    struct moment span = timeout ? (struct moment){timeout->seconds, timeout->nanoseconds / THOUSAND} : (struct moment){0, 0};
    with_signals(signals, &kept);
    int found = select(count, reads, writes, others, timeout ? &span : 0);
    __braid_unblock(kept);
    return found;
}

API int ppoll(struct polled *polled, unsigned long count, const struct moment *timeout, const void *signals) {
    uint64_t kept;
    with_signals(signals, &kept);
    int found = poll(polled, count, timeout ? (int)(timeout->seconds * THOUSAND + timeout->nanoseconds / MILLION) : -1);
    __braid_unblock(kept);
    return found;
}
