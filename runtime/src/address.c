/* Addresses of the network from and to text. */
#include "runtime.h"

enum { V4 = 2, V6 = 10, E_NOSPC = 28, E_AFNOSUPPORT = 97, V4_TEXT = 16, V6_TEXT = 46, GROUPS = 8 };

int snprintf(char *restrict to, size_t size, const char *restrict format, ...);

static unsigned digit_of(char c) {
    unsigned decimal = (unsigned)(unsigned char)c - '0', letter = ((unsigned)(unsigned char)c | 32) - 'a';
    return decimal < 10 ? decimal : letter < 6 ? letter + 10 : 16;
}

/* A number in the notation of C; where it ends, or null if there is none or it is too large. */
static const char *read_part(const char *s, uint32_t *part) {
    unsigned base = 10;
    if (digit_of(*s) > 9)
        return 0;
    if (*s == '0') {
        base = 8;
        s++;
        if (*s == 'x' || *s == 'X') {
            base = 16;
            s++;
            if (digit_of(*s) >= base)
                return 0;
        }
    }
    uint64_t value = 0;
    for (; digit_of(*s) < base; s++) {
        value = value * base + digit_of(*s);
        if (value > UINT32_MAX)
            return 0;
    }
    *part = (uint32_t)value;
    return s;
}

static int is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The address in the network's order: up to four parts, the last of which fills what is left. False if the text is none. */
static int read_address(const char *s, uint32_t *address) {
    uint32_t value = 0, part = 0;
    int parts = 0;
    for (;; s++) {
        s = read_part(s, &part);
        if (!s)
            return 0;
        if (*s != '.')
            break;
        if (++parts > 3 || part > 255)
            return 0;
        value = value << 8 | part;
    }
    if ((*s && !is_blank(*s)) || (uint64_t)part >= 1ull << 8 * (4 - parts))
        return 0;
    unsigned left = (unsigned)(4 - parts) * 8;
    *address = __builtin_bswap32((left < 32 ? value << left : 0) | part);
    return 1;
}

API int inet_aton(const char *text, uint32_t *address) {
    uint32_t value;
    if (!read_address(text, &value))
        return 0;
    if (address)
        *address = value;
    return 1;
}

API uint32_t inet_addr(const char *text) {
    uint32_t value;
    return read_address(text, &value) ? value : UINT32_MAX;
}

/* Four decimal numbers without leading zeros, and nothing else. */
static int read_four(const char *s, unsigned char *to) {
    for (int at = 0; at < 4; at++) {
        unsigned value = 0, digits = 0;
        for (; digit_of(*s) < 10; s++) {
            if (digits && !value)
                return 0;
            value = value * 10 + digit_of(*s);
            digits++;
            if (value > 255)
                return 0;
        }
        if (!digits || *s != (at < 3 ? '.' : 0))
            return 0;
        s++;
        to[at] = (unsigned char)value;
    }
    return 1;
}

/* Groups of an address of version 6 as they are read. */
struct groups {
    unsigned char bytes[2 * GROUPS];
    int count; /* bytes so far */
    int gap; /* where `::` stands; -1 if nowhere */
};

static int add_group(struct groups *groups, unsigned value) {
    if (groups->count + 2 > 2 * GROUPS)
        return 0;
    groups->bytes[groups->count++] = (unsigned char)(value >> 8);
    groups->bytes[groups->count++] = (unsigned char)value;
    return 1;
}

/* One group and the colon behind it; where to go on, or null if this is none. The last four bytes may be an address of version 4. */
static const char *read_group(const char *s, struct groups *groups) {
    const char *start = s;
    unsigned value = 0;
    int digits = 0;
    for (; digit_of(*s) < 16; s++) {
        value = value << 4 | digit_of(*s);
        if (++digits > 4)
            return 0;
    }
    if (*s == '.' && digits && groups->count + 4 <= 2 * GROUPS && read_four(start, groups->bytes + groups->count)) {
        groups->count += 4;
        return start + strlen(start);
    }
    if (!digits || (*s && *s != ':') || !add_group(groups, value))
        return 0;
    if (*s != ':')
        return s;
    if (s[1] == 0)
        return 0;
    if (s[1] != ':')
        return s + 1;
    if (groups->gap >= 0)
        return 0;
    groups->gap = groups->count;
    return s + 2;
}

static int read_six(const char *s, unsigned char *to) {
    struct groups groups = {.gap = -1};
    if (s[0] == ':') {
        if (s[1] != ':')
            return 0;
        groups.gap = 0;
        s += 2;
    }
    while (*s) {
        s = read_group(s, &groups);
        if (!s)
            return 0;
    }
    if (groups.gap < 0 ? groups.count != 2 * GROUPS : groups.count == 2 * GROUPS)
        return 0;
    int before = groups.gap < 0 ? groups.count : groups.gap, behind = groups.count - before;
    memset(to, 0, 2 * GROUPS);
    memcpy(to, groups.bytes, (size_t)before);
    memcpy(to + 2 * GROUPS - behind, groups.bytes + before, (size_t)behind);
    return 1;
}

API int inet_pton(int family, const char *restrict text, void *restrict to) {
    unsigned char bytes[2 * GROUPS];
    if (family != V4 && family != V6) {
        errno = E_AFNOSUPPORT;
        return -1;
    }
    int is_read = family == V4 ? read_four(text, bytes) : read_six(text, bytes);
    if (is_read)
        memcpy(to, bytes, family == V4 ? 4 : 2 * GROUPS);
    return is_read;
}

static int write_four(const unsigned char *bytes, char *to) {
    return snprintf(to, V4_TEXT, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
}

/* The first of the longest runs of zeros, of two groups at least. */
static void longest_gap(const unsigned *groups, int *from, int *length) {
    *from = *length = 0;
    for (int at = 0, run = 0; at < GROUPS; at++) {
        run = groups[at] ? 0 : run + 1;
        if (run > 1 && run > *length) {
            *length = run;
            *from = at + 1 - run;
        }
    }
}

static void write_six(const unsigned char *bytes, char *to) {
    unsigned groups[GROUPS];
    int from, length, at = 0;
    for (int i = 0; i < GROUPS; i++)
        groups[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
    longest_gap(groups, &from, &length);
    int is_old = length && from == 0 && (length == 6 || (length == 5 && groups[5] == 0xffff));
    for (int i = 0; i < GROUPS; i++) {
        if (length && i == from) {
            to[at++] = ':';
            if (from + length == GROUPS)
                to[at++] = ':';
            i += length - 1;
            continue;
        }
        if (i)
            to[at++] = ':';
        if (is_old && i == 6) {
            at += write_four(bytes + 12, to + at);
            break;
        }
        at += snprintf(to + at, 5, "%x", groups[i]);
    }
    to[at] = 0;
}

API const char *inet_ntop(int family, const void *restrict from, char *restrict to, unsigned size) {
    char text[V6_TEXT];
    if (family != V4 && family != V6) {
        errno = E_AFNOSUPPORT;
        return 0;
    }
    if (family == V4)
        write_four(from, text);
    else
        write_six(from, text);
    size_t length = strlen(text) + 1;
    if (length > size) {
        errno = E_NOSPC;
        return 0;
    }
    return memcpy(to, text, length);
}

API char *inet_ntoa(uint32_t address) {
    static char text[V4_TEXT];
    unsigned char bytes[4];
    memcpy(bytes, &address, 4);
    write_four(bytes, text);
    return text;
}

/* Between the machine's order of bytes and the network's. */
API uint16_t htons(uint16_t n) {
    return (uint16_t)(n << 8 | n >> 8);
}

API uint16_t ntohs(uint16_t n) {
    return htons(n);
}

API uint32_t htonl(uint32_t n) {
    return __builtin_bswap32(n);
}

API uint32_t ntohl(uint32_t n) {
    return htonl(n);
}
