/* The primitives for a native run, the helpers, and main. */
#include "native.h"

#include <setjmp.h>
#include <stdarg.h>
#include <fenv.h>
#include <malloc.h>
#include <math.h>

#include "../include/braid/primitives.h"

char *written;
size_t written_count;
int all_symbolic;
const char *last_unsupported;
unsigned long checks;
static unsigned long differences;

static jmp_buf ended;
static int end_code;

void *__braid_alloc(size_t size, size_t align, int zeroed) {
    void *p = 0;
    if (posix_memalign(&p, align < sizeof p ? sizeof p : align, size))
        abort();
    memset(p, zeroed ? 0 : 0xaa, size);
    return p;
}

void __braid_free(void *p) {
    free(p);
}

size_t __braid_object_size(const void *p) {
    return malloc_usable_size((void *)p);
}

void __braid_write(int fd, const void *bytes, size_t n) {
    static size_t room;
    if (fd != 1 && fd != 2)
        differ("write", "descriptor %d", fd);
    if (written_count + n + 1 > room) {
        room = 2 * (written_count + n + 1);
        written = realloc(written, room);
    }
    memcpy(written + written_count, bytes, n);
    written_count += n;
    written[written_count] = 0;
}

/* Nothing is buffered here: what is written is compared as a whole. */
void __braid_put(int fd, const void *bytes, size_t n) {
    __braid_write(fd, bytes, n);
}

void __braid_put_byte(int fd, const unsigned char *byte) {
    __braid_write(fd, byte, 1);
}

void __braid_flush(int fd) {}
int __braid_holds(int fd) {
    return 0;
}

void __braid_buffer(int fd, int mode, int given, size_t size) {}

/* Every byte of a block can be read; a sanitizer sees it if not. */
void __braid_readable(const void *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        (void)((const volatile char *)p)[i];
}

/* Not known: names are then looked at byte by byte. */
size_t __braid_room(const void *p) {
    return 0;
}

void *__braid_contents(unsigned number, void *old, size_t size) {
    size_t before = old ? malloc_usable_size(old) : 0;
    unsigned char *bytes = realloc(old, size);
    if (bytes && size > before)
        memset(bytes + before, 0, size - before);
    return size ? bytes : 0;
}

void (*__braid_destructor(size_t at, int with_priority))(void) {
    return 0;
}

/* No thread is begun here. */
void *__braid_thread_enter(unsigned number) {
    return 0;
}

void __braid_thread_leave(void *kept) {}
void __braid_thread_begin(void) {}
void __braid_thread_end(void) {}
void __braid_thread_park(unsigned number) {}
void __braid_thread_resume(unsigned number) {}
void __braid_incomplete(const char *what) {}

uint64_t __braid_each(uint64_t value, uint64_t end) {
    return value;
}
uint64_t __braid_concrete(uint64_t value) {
    return value;
}

int __braid_rounding(void) {
    int mode = fegetround();
    return mode == FE_TONEAREST ? 1 : mode == FE_UPWARD ? 2 : mode == FE_DOWNWARD ? 3 : 0;
}
void __braid_set_rounding(int number) {
    static const int modes[] = {FE_TOWARDZERO, FE_TONEAREST, FE_UPWARD, FE_DOWNWARD};
    fesetround(modes[number]);
}
int __braid_exceptions(void) {
    return fetestexcept(FE_ALL_EXCEPT);
}
void __braid_clear_exceptions(int exceptions) {
    feclearexcept(exceptions);
}
void __braid_raise_exceptions(int exceptions) {
    feraiseexcept(exceptions);
}
void __braid_exceptions_open(void) {}

/* The functions of the library that the tests come to. */
double __braid_library(const char *name, double x, double y) {
    return fmod(x, y);
}

float __braid_library_single(const char *name, float x, float y) {
    return fmodf(x, y);
}

long double __braid_library_extended(const char *name, long double x, long double y) {
    return fmodl(x, y);
}

unsigned braid_is_symbolic(uintptr_t value) {
    return (unsigned)all_symbolic;
}

void __braid_finish(int code) {
}

void __braid_exit(int code) {
    end_code = code;
    longjmp(ended, EXITED);
}

void __braid_abort(void) {
    longjmp(ended, ABORTED);
}

void __braid_signal(int number) {
    __braid_abort();
}

void __braid_terminate(const void *type, int promised) {
    longjmp(ended, ABORTED);
}

/* As if nobody catches anything. */
int _Unwind_RaiseException(void *header) {
    return 5;
}

void __braid_assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    longjmp(ended, ASSERTED);
}

void __braid_unsupported(const char *what) {
    last_unsupported = what;
    longjmp(ended, UNSUPPORTED);
}

enum ending ending_of(void (*call)(void), int *code) {
    enum ending ending = (enum ending)setjmp(ended);
    if (ending == RETURNED)
        call();
    *code = end_code;
    return ending;
}

uint64_t random_bits(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 2685821657736338717u;
}

uint64_t below(uint64_t n) {
    return (random_bits() >> 11) % n;
}

char *block(size_t n) {
    return malloc(n);
}

char *random_string(size_t most, const char *alphabet) {
    size_t n = below(most + 1), letters = strlen(alphabet);
    char *s = block(n + 1);
    for (size_t i = 0; i < n; i++)
        s[i] = alphabet[below(letters)];
    s[n] = 0;
    return s;
}

char *copy_of(const char *s) {
    return strcpy(block(strlen(s) + 1), s);
}

void differ(const char *what, const char *format, ...) {
    static const char *last;
    static int repeated;
    va_list list;
    differences++;
    repeated = what == last ? repeated + 1 : 0;
    last = what;
    if (repeated > 3)
        return;
    printf("differs: %s: ", what);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}

int main(void) {
    test_strings();
    test_memory();
    test_characters();
    test_integers();
    test_reals();
    test_printf();
    test_streams();
    test_scanf();
    test_options();
    test_dates();
    test_addresses();
    test_charsets();
    test_wide();
    test_wide_io();
    test_searches();
    test_odds();
    test_accounts();
    test_patterns();
    test_kinds();
    test_rest();
    printf("%lu checks, %lu differences\n", checks, differences);
    return differences > 0;
}
