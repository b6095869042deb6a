/* %s, %c and %[ of scanf: texts of bytes or wide characters, from a source of either. */
#include "scan.h"

#include "conversion.h"
#include "integer.h"

/* Whether a character is in the set between the brackets. A dash between two characters means all between them. */
#define IN_SET(name, unit, from)                                                                                      \
    static int name(const struct directive *directive, unit c) {                                                      \
        const __typeof__(directive->from) start = directive->from;                                                    \
        size_t n = (size_t)(directive->set_end - directive->set);                                                     \
        int found = 0;                                                                                                \
        for (size_t i = 0; i < n; i++) {                                                                              \
            if (i + 2 < n && start[i + 1] == '-' && (unit)start[i] <= (unit)start[i + 2]) {                           \
                found |= (c >= (unit)start[i]) & (c <= (unit)start[i + 2]);                                           \
                i += 2;                                                                                               \
            } else {                                                                                                  \
                found |= c == (unit)start[i];                                                                         \
            }                                                                                                         \
        }                                                                                                             \
        return found != directive->inverted;                                                                          \
    }

IN_SET(in_set, unsigned char, set)
IN_SET(in_wide_set, unsigned, wide_set)

/* Whether a character, which was taken as `c`, belongs to the text. */
static int belongs(const struct source *source, const struct directive *directive, int c) {
    switch (directive->letter) {
    case 's':
    case 'S': return !is_white((char)c);
    case 'c':
    case 'C': return 1;
    default: return source->format ? in_wide_set(directive, (unsigned)source->last) : in_set(directive, (unsigned char)c);
    }
}

/* Where the characters of a text go: nowhere, to the program's memory, or to new memory that grows. */
struct target {
    char *bytes;
    char **allocated;
    /* Bytes. */
    size_t count, room;
    /* Whether it takes wide characters; then the bytes of one that has begun. */
    int is_wide;
    char begun[8];
    size_t begun_count;
};

static int put_bytes(struct target *target, const void *bytes, size_t n) {
    if (target->allocated && target->count + n > target->room) {
        target->room = target->room ? 2 * target->room : 100 * n;
        char *larger = realloc(target->bytes, target->room);
        if (!larger)
            return 0;
        target->bytes = larger;
    }
    if (target->bytes)
        memcpy(target->bytes + target->count, bytes, n);
    target->count += n;
    return 1;
}

/* One more byte for a target of wide characters. */
static enum outcome put_part(struct target *target, int c) {
    wchar_t wide;
    target->begun[target->begun_count++] = (char)c;
    struct conversion state = {0, 0};
    size_t length = mbrtowc(&wide, target->begun, target->begun_count, &state);
    if (length == (size_t)-2)
        return STORED;
    if (length == (size_t)-1)
        return BAD_CHARACTER;
    target->begun_count = 0;
    return put_bytes(target, &wide, sizeof wide) ? STORED : NO_INPUT;
}

static enum outcome put_wide_unit(struct target *target, wchar_t c) {
    char bytes[8];
    if (target->is_wide)
        return put_bytes(target, &c, sizeof c) ? STORED : NO_INPUT;
    size_t n = wcrtomb(bytes, c, 0);
    return n > sizeof bytes ? BAD_CHARACTER : put_bytes(target, bytes, n) ? STORED : NO_INPUT;
}

static enum outcome put_unit(const struct source *source, struct target *target, int c) {
    char byte = (char)c;
    if (source->format)
        return put_wide_unit(target, source->last);
    if (target->is_wide)
        return put_part(target, c);
    return put_bytes(target, &byte, 1) ? STORED : NO_INPUT;
}

/* As glibc, which leaves the place of a wide character in a set as it is if its bytes are none. */
static void pass_over(struct target *target) {
    target->count += target->is_wide ? sizeof(wchar_t) : 0;
    target->begun_count = 0;
}

static int is_character(const struct directive *directive) {
    return directive->letter == 'c' || directive->letter == 'C';
}

/* Takes what belongs to the text. The width counts characters and not their bytes. */
static enum outcome take_text(struct source *source, const struct directive *directive, struct target *target) {
    int width = is_character(directive) && directive->width < 0 ? 1 : directive->width, c = take_within(source, &width);
    if (c == END_OF_FILE)
        return NO_INPUT;
    int some = 0;
    for (; c != END_OF_FILE && ((target->begun_count && directive->letter != '[') || belongs(source, directive, c)); c = take_within(source, &width)) {
        enum outcome outcome = put_unit(source, target, c);
        if (outcome == BAD_CHARACTER && directive->letter == '[')
            pass_over(target);
        else if (outcome != STORED)
            return outcome;
        width += target->begun_count && width >= 0;
        some = 1;
    }
    give_back(source, c);
    if (target->begun_count) {
        errno = E_ILSEQ;
        return BAD_CHARACTER;
    }
    return some ? STORED : MISMATCH;
}

static enum outcome scan_text(struct source *source, struct directive *directive, void *to) {
    static const wchar_t end = 0;
    struct target target = {.is_wide = directive->length == SCAN_LONG || directive->letter == 'S' || directive->letter == 'C'};
    if (!directive->suppressed && directive->allocating)
        target.allocated = to;
    else if (!directive->suppressed)
        target.bytes = to;
    enum outcome outcome = take_text(source, directive, &target);
    if (outcome != STORED)
        return outcome;
    if (!is_character(directive) && !put_bytes(&target, &end, target.is_wide ? sizeof end : 1))
        return NO_INPUT;
    if (target.allocated)
        *target.allocated = realloc(target.bytes, target.count);
    return directive->suppressed ? SKIPPED : STORED;
}
