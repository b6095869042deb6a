// Runs the cases of a batch natively on all their inputs and tells how each run ended.
//
// Built together with a batch under a sanitizer. A case runs in a child process that tries one input after the other, in
// the order of an odometer; a fault ends the child, and another goes on with the next input. Printed, a line for each run:
//
//     CASE CHOICES ending LINE STEPS SIZES     ending: `exit:CODE`, `hang`, or `fault:NAME` with the sanitizer's own name
//
// CHOICES are the numbers drawn, with commas between, `-` if there are none; SIZES is a hash of all sizes that were asked for.
// The memory sanitizer goes on after a report, for a while, and each is a line: it does not see where values cancel out, so
// that the first one need not be the one that matters. What it does not see may damage the heap: each of its runs is a process.
#define _GNU_SOURCE
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CHOICES = 8, MAX_RUNS = 1024, MAX_STEPS = 20000, RUN_SECONDS = 3, NAME = 40, MAX_USES = 16, STEPS_AFTER = 300 };

struct run {
    int used, choice[MAX_CHOICES], size[MAX_CHOICES];
    char ending[NAME];
    unsigned line, steps, sizes;
    // Where the memory sanitizer saw uses of what was never written.
    int uses;
    unsigned use_line[MAX_USES], use_steps[MAX_USES];
};

// What the child has done so far: finished runs, and the one that is under way.
struct shared {
    int finished;
    int done;
    struct run now;
    struct run runs[MAX_RUNS];
};

extern int (*const gauntlet_cases[])(void);
extern const int gauntlet_case_count;

unsigned gauntlet_line, gauntlet_steps;
int gauntlet_zero;
static struct shared *shared;

// The functions of the sanitizers' runtimes; each build has only some of them.
__attribute__((weak)) const char *__asan_get_report_description(void);
__attribute__((weak)) void *__asan_get_report_address(void);
__attribute__((weak)) size_t __asan_get_free_stack(void *, void **, size_t, int *);
__attribute__((weak)) size_t __sanitizer_get_current_allocated_bytes(void);
__attribute__((weak)) void __ubsan_get_current_report_data(const char **, const char **, const char **, unsigned *,
                                                           unsigned *, char **);
__attribute__((weak)) void __msan_set_death_callback(void (*)(void));

__attribute__((no_sanitize("memory", "address"))) static void finish(const char *ending) {
    shared->now.line = gauntlet_line;
    shared->now.steps = gauntlet_steps;
    int at = 0;
    for (; ending[at] && at < NAME - 1; at++)
        shared->now.ending[at] = ending[at];
    shared->now.ending[at] = 0;
    if (shared->finished < MAX_RUNS)
        shared->runs[shared->finished] = shared->now;
    shared->finished++;
}

static void fault(const char *name) {
    char ending[NAME];
    snprintf(ending, sizeof ending, "fault:%s", name);
    finish(ending);
    _exit(0);
}

// Beside a block that was freed there is a redzone, too: whoever goes there uses what was freed.
void __asan_on_error(void) {
    const char *name = __asan_get_report_description();
    void *frames[1];
    int thread;
    if (!strcmp(name, "heap-buffer-overflow") && __asan_get_free_stack(__asan_get_report_address(), frames, 1, &thread))
        name = "overflow-of-freed-buffer";
    fault(name);
}

void __ubsan_on_report(void) {
    const char *kind, *message, *file;
    unsigned line, column;
    char *address;
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
    fault(kind);
}

// Notes a use of what was never written; a line counts once.
__attribute__((no_sanitize("memory"))) void gauntlet_uninitialized(void) {
    struct run *now = &shared->now;
    for (int at = 0; at < now->uses; at++)
        if (now->use_line[at] == gauntlet_line)
            return;
    if (now->uses == MAX_USES)
        return;
    now->use_line[now->uses] = gauntlet_line;
    now->use_steps[now->uses++] = gauntlet_steps;
}

// Linked in place of the sanitizer's own functions, which print a stack first.
void __wrap___msan_warning(void) { gauntlet_uninitialized(); }
void __wrap___msan_warning_with_origin(unsigned origin) { gauntlet_uninitialized(); }

// The sanitizer's own functions of the library end the process.
static void uninitialized(void) {
    gauntlet_uninitialized();
    fault("use-of-uninitialized-value");
}

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) { fault("assert"); }

static void on_signal(int number) { fault(number == SIGSEGV ? "SEGV" : number == SIGFPE ? "FPE" : "ABRT"); }

void gauntlet_tick(unsigned line) {
    gauntlet_line = line;
    struct run *now = &shared->now;
    unsigned limit = now->uses ? now->use_steps[0] + STEPS_AFTER : MAX_STEPS;
    if (++gauntlet_steps > limit) {
        finish("hang");
        _exit(0);
    }
}

long gauntlet_size(long size) {
    shared->now.sizes = shared->now.sizes * 31 + (unsigned)size;
    return size;
}

long gauntlet_choose(long count) {
    int at = shared->now.used++;
    if (at >= MAX_CHOICES)
        _exit(3);
    shared->now.size[at] = (int)count;
    return shared->now.choice[at];
}

// Sets the next combination of choices; 0 if there is none.
static int advance(void) {
    struct run *now = &shared->now;
    int last = now->used;
    while (last > 0 && now->choice[last - 1] + 1 >= now->size[last - 1])
        last--;
    if (last == 0)
        return 0;
    now->choice[last - 1]++;
    for (int at = last; at < MAX_CHOICES; at++)
        now->choice[at] = 0;
    return 1;
}

static size_t allocated(void) {
    return __sanitizer_get_current_allocated_bytes ? __sanitizer_get_current_allocated_bytes() : 0;
}

// Runs the case on the input under way and on those after it.
static void run_inputs(int (*program)(void)) {
    do {
        shared->now.used = shared->now.uses = 0;
        shared->now.sizes = 0;
        alarm(RUN_SECONDS);
        gauntlet_line = gauntlet_steps = 0;
        size_t before = allocated();
        int code = program() & 127;
        char ending[NAME];
        if (allocated() != before)
            snprintf(ending, sizeof ending, "fault:leak");
        else
            snprintf(ending, sizeof ending, "exit:%d", code);
        finish(ending);
        if (__msan_set_death_callback)
            _exit(0);
    } while (shared->finished < MAX_RUNS && advance());
    shared->done = 1;
    _exit(0);
}

static void print_ending(int number, const struct run *run, const char *ending, unsigned line, unsigned steps) {
    printf("%d ", number);
    for (int at = 0; at < run->used; at++)
        printf("%s%d", at ? "," : "", run->choice[at]);
    printf("%s %s %u %u %u\n", run->used ? "" : "-", ending, line, steps, run->sizes);
}

// After a use of what was never written a run says nothing else.
static void print_run(int number, const struct run *run) {
    for (int at = 0; at < run->uses; at++)
        print_ending(number, run, "fault:use-of-uninitialized-value", run->use_line[at], run->use_steps[at]);
    if (!run->uses)
        print_ending(number, run, run->ending, run->line, run->steps);
}

static void run_case(int number) {
    memset(shared, 0, offsetof(struct shared, runs));
    while (!shared->done && shared->finished < MAX_RUNS) {
        int before = shared->finished;
        fflush(stdout);
        // The memory sanitizer's own fork takes two million locks.
        pid_t child = (pid_t)syscall(SYS_fork);
        if (child == 0)
            run_inputs(gauntlet_cases[number]);
        int status = 0;
        waitpid(child, &status, 0);
        if (shared->finished == before)
            finish("lost"); // the child died without a word
        if (!shared->done && !advance())
            break;
    }
    for (int at = 0; at < shared->finished && at < MAX_RUNS; at++)
        print_run(number, &shared->runs[at]);
}

int main(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (__msan_set_death_callback)
        __msan_set_death_callback(uninitialized);
    int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};
    for (unsigned at = 0; at < sizeof signals / sizeof *signals; at++)
        if (!__asan_get_report_description || signals[at] == SIGABRT)
            signal(signals[at], on_signal);
    free(malloc(1));
    for (int number = 0; number < gauntlet_case_count; number++)
        run_case(number);
    return 0;
}
