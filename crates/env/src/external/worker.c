/* The worker of external calls: a native process that calls functions of the machine for the engine.
 *
 * It is compiled on the machine when it is first needed (worker.rs), gets requests on its standard input and answers
 * on its standard output; the format is in wire.rs. A function sees copies of the program's objects, each between two
 * pages that nobody may touch. What it prints goes to files in memory and from there into the answer. If it crashes,
 * the answer says where, and the worker ends; if it never returns, the engine ends the worker. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef __x86_64__
#error "functions of the machine can be called on x86-64 only"
#endif

enum { PAGE = 4096, INTEGERS = 6, REALS = 8, STACK = 32, FILLER = 0xa5, FIRST_MAPPED = 1 << 16 };
enum { ARGUMENT_WORD, ARGUMENT_REAL, ARGUMENT_POINTER };
enum { RESULT_NONE, RESULT_WORD, RESULT_REAL, RESULT_TWO_WORDS };
enum { STATUS_DONE, STATUS_UNKNOWN, STATUS_CRASH, STATUS_DAMAGE, STATUS_POINTER };

/* A copy of an object of the program. */
struct object {
    uint8_t *map;            /* all pages, with the two that nobody may touch */
    size_t map_bytes;
    uint8_t *base;           /* the first byte of the object */
    size_t size;
    int read_only;
    const uint8_t *original; /* its bytes before the call */
};

static struct object *objects;
static uint32_t object_count;
static int requests, answers;

/* -- The pipe. */

static int read_all(int file, void *to, size_t bytes) {
    for (size_t done = 0; done < bytes;) {
        ssize_t some = read(file, (uint8_t *)to + done, bytes - done);
        if (some <= 0 && !(some < 0 && errno == EINTR))
            return 0;
        done += some > 0 ? (size_t)some : 0;
    }
    return 1;
}

static void write_all(const void *from, size_t bytes) {
    for (size_t done = 0; done < bytes;) {
        ssize_t some = write(answers, (const uint8_t *)from + done, bytes - done);
        if (some <= 0 && !(some < 0 && errno == EINTR))
            _exit(1);
        done += some > 0 ? (size_t)some : 0;
    }
}

struct buffer {
    uint8_t *bytes;
    size_t length, room;
};

static void put(struct buffer *to, const void *bytes, size_t length) {
    if (to->length + length > to->room) {
        to->room = 2 * (to->length + length);
        to->bytes = realloc(to->bytes, to->room);
        if (!to->bytes)
            _exit(1);
    }
    if (length)
        memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

static void put_word(struct buffer *to, uint64_t word) {
    put(to, &word, sizeof word);
}

static const uint8_t *next; /* what of the request was not read yet */

static uint64_t take_word(void) {
    uint64_t word;
    memcpy(&word, next, sizeof word);
    next += sizeof word;
    return word;
}

/* -- Objects. */

static void map_object(struct object *object) {
    object->size = take_word();
    object->read_only = (int)take_word();
    object->original = next;
    next += object->size;
    size_t aligned = (object->size + 15) & ~(size_t)15, pages = (aligned + PAGE - 1) / PAGE * PAGE;
    object->map_bytes = pages + 2 * PAGE;
    object->map = mmap(0, object->map_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (object->map == MAP_FAILED)
        _exit(1);
    uint8_t *data = object->map + PAGE;
    object->base = data + pages - aligned;
    if (!pages)
        return;
    mprotect(data, pages, PROT_READ | PROT_WRITE);
    memset(data, FILLER, pages);
    memcpy(object->base, object->original, object->size);
    if (object->read_only)
        mprotect(data, pages, PROT_READ);
}

static void unmap_objects(void) {
    for (uint32_t at = 0; at < object_count; at++)
        munmap(objects[at].map, objects[at].map_bytes);
    free(objects);
    objects = 0;
    object_count = 0;
}

/* Whether a byte beside the object was written. */
static int is_damaged(const struct object *object) {
    const uint8_t *data = object->map + PAGE, *end = object->map + object->map_bytes - PAGE;
    for (; data < end; data++)
        if ((data < object->base || data >= object->base + object->size) && *data != FILLER)
            return 1;
    return 0;
}

static int is_passed(uint64_t word) {
    for (uint32_t at = 0; at < object_count; at++)
        if (word - (uint64_t)objects[at].base <= objects[at].size)
            return 1;
    return 0;
}

static int is_mapped(uint64_t word) {
    return word >= FIRST_MAPPED && word >> 47 == 0 && msync((void *)(word & -(uint64_t)PAGE), PAGE, MS_ASYNC) == 0;
}

/* Whether the function left an address of its own process in the object: nothing that the program could use. */
static int holds_foreign_pointer(const struct object *object) {
    for (size_t at = 0; at + 8 <= object->size; at += 8) {
        uint64_t word, before;
        memcpy(&word, object->base + at, 8);
        memcpy(&before, object->original + at, 8);
        if (word != before && !is_passed(word) && is_mapped(word))
            return 1;
    }
    return 0;
}

/* -- Crashes. */

struct crash {
    uint32_t length;
    uint64_t status, signal, address_known, address, object, where;
} __attribute__((packed));

/* Where the address of a crash lies: in which object's pages, and whether before, inside or behind it. */
static void place_crash(struct crash *crash) {
    crash->object = UINT64_MAX;
    for (uint32_t at = 0; at < object_count; at++) {
        const struct object *object = &objects[at];
        uint64_t offset = crash->address - (uint64_t)object->base;
        if (crash->address - (uint64_t)object->map >= object->map_bytes)
            continue;
        crash->object = at;
        crash->where = crash->address < (uint64_t)object->base ? 0 : offset < object->size ? 1 : 2;
    }
}

static void on_crash(int signal, siginfo_t *info, void *context) {
    (void)context;
    struct crash crash = { sizeof crash - sizeof crash.length, STATUS_CRASH, (uint64_t)signal, 0, 0, UINT64_MAX, 0 };
    if (signal == SIGSEGV && (info->si_code == SEGV_MAPERR || info->si_code == SEGV_ACCERR)) {
        crash.address_known = 1;
        crash.address = (uint64_t)info->si_addr;
        place_crash(&crash);
    }
    write_all(&crash, sizeof crash);
    _exit(1);
}

static void watch_signals(void) {
    static uint8_t stack[1 << 16];
    stack_t own = { .ss_sp = stack, .ss_size = sizeof stack };
    sigaltstack(&own, 0);
    struct sigaction action = { .sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS };
    for (size_t at = 0; at < sizeof signals / sizeof *signals; at++)
        sigaction(signals[at], &action, 0);
}

/* -- The call. */

struct arguments {
    uint64_t integers[INTEGERS], stack[STACK];
    double reals[REALS];
    unsigned integer_count, real_count, stack_count;
};

static void add_argument(struct arguments *to) {
    uint64_t kind = take_word(), word = take_word(), offset = take_word();
    if (kind == ARGUMENT_POINTER)
        word = (uint64_t)objects[word].base + offset;
    if (kind == ARGUMENT_REAL && to->real_count < REALS)
        memcpy(&to->reals[to->real_count++], &word, sizeof word);
    else if (kind != ARGUMENT_REAL && to->integer_count < INTEGERS)
        to->integers[to->integer_count++] = word;
    else if (to->stack_count < STACK)
        to->stack[to->stack_count++] = word;
    else
        _exit(1);
}

struct two_words {
    uint64_t low, high;
};

/* By the calling convention, integers and reals fill registers of their own, and what is left over goes to the stack
 * in order: one shape of call passes all. The dots let the call tell how many vector registers are used. */
#define FOUR(of, at) of[at], of[(at) + 1], of[(at) + 2], of[(at) + 3]
#define SIXTEEN(of, at) FOUR(of, at), FOUR(of, (at) + 4), FOUR(of, (at) + 8), FOUR(of, (at) + 12)
#define I uint64_t, uint64_t
#define I8 I, I, I, I
#define D double, double, double, double
#define CALL(type)                                                                                                   \
    ((type(*)(I, I, I, D, D, I8, I8, I8, I8, ...))function)(                                                         \
        FOUR(a->integers, 0), a->integers[4], a->integers[5], FOUR(a->reals, 0), FOUR(a->reals, 4),                  \
        SIXTEEN(a->stack, 0), SIXTEEN(a->stack, 16))

static struct two_words call(void *function, const struct arguments *a, uint64_t result) {
    struct two_words words = { 0, 0 };
    double real;
    errno = 0;
    switch (result) {
    case RESULT_NONE: CALL(void); break;
    case RESULT_WORD: words.low = CALL(uint64_t); break;
    case RESULT_TWO_WORDS: words = CALL(struct two_words); break;
    default:
        real = CALL(double);
        memcpy(&words.low, &real, sizeof real);
    }
    return words;
}

/* What was printed since the last call. */
static void put_output(struct buffer *to, int file) {
    off_t length = lseek(file, 0, SEEK_END);
    uint8_t *bytes = length > 0 ? malloc((size_t)length) : 0;
    if (!bytes || pread(file, bytes, (size_t)length, 0) != length)
        length = 0;
    put_word(to, (uint64_t)length);
    put(to, bytes, (size_t)length);
    free(bytes);
    if (ftruncate(file, 0) == 0)
        lseek(file, 0, SEEK_SET);
}

static uint64_t status_of(uint32_t *which) {
    for (*which = 0; *which < object_count; ++*which) {
        if (is_damaged(&objects[*which]))
            return STATUS_DAMAGE;
        if (!objects[*which].read_only && holds_foreign_pointer(&objects[*which]))
            return STATUS_POINTER;
    }
    return STATUS_DONE;
}

static void answer(struct buffer *to, struct two_words words, int error) {
    uint32_t which;
    uint64_t status = status_of(&which);
    put_word(to, status);
    if (status != STATUS_DONE) {
        put_word(to, which);
        return;
    }
    put_word(to, words.low);
    put_word(to, words.high);
    put_word(to, (uint64_t)error);
    put_output(to, 1);
    put_output(to, 2);
    for (uint32_t at = 0; at < object_count; at++) {
        put_word(to, (uint64_t)objects[at].base);
        put(to, objects[at].base, objects[at].size);
    }
}

static void serve(struct buffer *to) {
    const char *name = (const char *)next;
    next += strlen(name) + 1;
    uint64_t result = take_word();
    object_count = (uint32_t)take_word();
    objects = calloc(object_count + 1, sizeof *objects);
    for (uint32_t at = 0; at < object_count; at++)
        map_object(&objects[at]);
    struct arguments arguments = { 0 };
    for (uint64_t left = take_word(); left; left--)
        add_argument(&arguments);
    void *function = dlsym(RTLD_DEFAULT, name);
    if (!function) {
        put_word(to, STATUS_UNKNOWN);
    } else {
        struct two_words words = call(function, &arguments, result);
        int error = errno;
        fflush(0);
        answer(to, words, error);
    }
    unmap_objects();
}

/* -- The process. */

/* The same addresses in every run: what a function does may depend on them. */
static void fix_addresses(char **arguments) {
    int now = personality(0xffffffff);
    if (now != -1 && !(now & ADDR_NO_RANDOMIZE) && personality((unsigned long)now | ADDR_NO_RANDOMIZE) != -1)
        execv("/proc/self/exe", arguments);
}

/* The pipe is kept out of the way of functions that use the standard files. */
static void set_files(void) {
    requests = fcntl(0, F_DUPFD_CLOEXEC, 200);
    answers = fcntl(1, F_DUPFD_CLOEXEC, 200);
    int nothing = open("/dev/null", O_RDONLY);
    int output = memfd_create("stdout", 0), errors = memfd_create("stderr", 0);
    if (requests < 0 || answers < 0 || nothing < 0 || output < 0 || errors < 0)
        _exit(1);
    dup2(nothing, 0);
    dup2(output, 1);
    dup2(errors, 2);
    close(nothing);
    close(output);
    close(errors);
}

static void set_limits(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    setrlimit(RLIMIT_AS, &(struct rlimit){ (rlim_t)4 << 30, (rlim_t)4 << 30 });
}

int main(int count, char **arguments) {
    (void)count;
    fix_addresses(arguments);
    set_files();
    set_limits();
    watch_signals();
    struct buffer reply = { 0 };
    for (uint32_t length; read_all(requests, &length, sizeof length);) {
        uint8_t *request = malloc(length);
        if (!request || !read_all(requests, request, length))
            return 1;
        next = request;
        reply.length = 0;
        put(&reply, &length, sizeof length); /* room for the length of the answer */
        serve(&reply);
        uint32_t rest = (uint32_t)(reply.length - sizeof rest);
        memcpy(reply.bytes, &rest, sizeof rest);
        write_all(reply.bytes, reply.length);
        free(request);
    }
    return 0;
}
