// Runs a program natively for many inputs and counts its paths: an oracle for the path counts of the suite.
//
// The program is compiled with `-Dmain=program_main -fsanitize-coverage=trace-pc` and linked with this file. Each run is a
// process of its own that folds the addresses of the edges it takes into a hash. The inputs are choices from the pools
// given as arguments (`x=-1,0,1`; `s[]=0,97` byte by byte, `a[4]=1,2` four bytes at a time; `=0,1` for all other names), tried in the order of an odometer: the first
// run takes the first value everywhere, the next one changes the last choice. A path is a pair of hash and way of ending;
// runs that break an assumption are no paths. Printed: how many runs, how many paths, how many of these end in a fault.
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CHOICES = 64, MAX_POOLS = 16, MAX_VALUES = 64, MAX_RUNS = 300000, MAX_PATHS = 100000 };
enum { EXIT_ASSUMPTION = 77, EXIT_SANITIZER = 99 };

struct pool {
    char name[32];
    int element, count; // the size of an element, 0 for a pool of whole objects
    long long values[MAX_VALUES];
};

// What parent and child share: the choices, and what the run did.
struct shared {
    uint64_t hash;
    int used;
    int choice[MAX_CHOICES], size[MAX_CHOICES];
};

static struct pool pools[MAX_POOLS];
static int pool_count;
static struct shared *shared;
static int recording;

int program_main(int, char **, char **);

void __sanitizer_cov_trace_pc(void) {
    if (recording) {
        uint64_t mixed = (shared->hash ^ (uint64_t)__builtin_return_address(0)) * 0x9e3779b97f4a7c15u;
        shared->hash = mixed ^ mixed >> 29;
    }
}

static int choose(int size) {
    int at = shared->used;
    if (at == MAX_CHOICES)
        exit(3);
    shared->used++;
    shared->size[at] = size;
    return shared->choice[at];
}

static struct pool *pool_of(const char *name) {
    for (int i = 0; i < pool_count; i++)
        if (strcmp(pools[i].name, name) == 0)
            return &pools[i];
    return strcmp(name, "") == 0 ? NULL : pool_of("");
}

static long long value_of(const char *name) {
    struct pool *pool = pool_of(name);
    if (!pool)
        exit(3);
    return pool->values[choose(pool->count)];
}

void klee_make_symbolic(void *address, size_t size, const char *name) {
    struct pool *pool = pool_of(name);
    size_t element = pool && pool->element ? (size_t)pool->element : size <= 8 ? size : 1;
    for (size_t i = 0; i < size; i += element) {
        long long value = value_of(name);
        memcpy((char *)address + i, &value, element);
    }
}

void klee_assume(uintptr_t condition) {
    if (!condition)
        _exit(EXIT_ASSUMPTION);
}

int klee_range(int begin, int end, const char *name) {
    if (end - begin <= MAX_VALUES)
        return begin + choose(end - begin);
    long long value = value_of(name);
    klee_assume(value >= begin && value < end);
    return (int)value;
}

int klee_int(const char *name) { return (int)value_of(name); }
void klee_abort(void) { abort(); }

static void read_pool(const char *text) {
    struct pool *pool = &pools[pool_count++];
    const char *equals = strchr(text, '=');
    const char *bracket = memchr(text, '[', (size_t)(equals - text));
    pool->element = bracket ? bracket[1] == ']' ? 1 : atoi(bracket + 1) : 0;
    memcpy(pool->name, text, (size_t)((bracket ? bracket : equals) - text));
    for (const char *at = equals + 1; *at && pool->count < MAX_VALUES;) {
        char *end;
        pool->values[pool->count++] = (long long)strtoull(at, &end, 10);
        at = *end == ',' ? end + 1 : end;
    }
}

// The next combination of choices, as on an odometer; 0 if there is none.
static int advance(void) {
    int last = shared->used;
    while (last > 0 && shared->choice[last - 1] + 1 >= shared->size[last - 1])
        last--;
    if (last == 0)
        return 0;
    shared->choice[last - 1]++;
    memset(shared->choice + last, 0, sizeof(int) * (size_t)(MAX_CHOICES - last));
    return 1;
}

static int run(char **argv) {
    shared->hash = 1;
    shared->used = 0;
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(3);
        recording = 1;
        char *arguments[] = {argv[0], NULL}, *environment[] = {NULL};
        int code = program_main(1, arguments, environment);
        recording = 0;
        exit(code == EXIT_ASSUMPTION || code == EXIT_SANITIZER ? 0 : code);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

int main(int argc, char **argv) {
    static uint64_t paths[MAX_PATHS];
    int runs = 0, count = 0, faults = 0;
    for (int i = 1; i < argc; i++)
        read_pool(argv[i]);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    do {
        int status = run(argv);
        int fault = WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SANITIZER);
        if (++runs > MAX_RUNS || count == MAX_PATHS)
            return 4;
        if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_ASSUMPTION)
            continue;
        uint64_t path = shared->hash * 2 + (uint64_t)fault;
        int known = 0;
        for (int i = 0; i < count && !known; i++)
            known = paths[i] == path;
        if (!known) {
            paths[count++] = path;
            faults += fault;
        }
    } while (advance());
    printf("%d runs, %d paths, %d faults\n", runs, count, faults);
    return 0;
}
