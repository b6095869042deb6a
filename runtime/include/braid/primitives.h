/* What the engine gives the runtime: the few operations that cannot be written in C.
 *
 * These are declared here and nowhere defined; a call of one is carried out by the engine. Programs do not call them:
 * they call malloc, exit, printf, and the runtime does. */
#ifndef BRAID_PRIMITIVES_H
#define BRAID_PRIMITIVES_H

#include <stddef.h>
#include <stdint.h>

/* A new heap object. Null only if nothing so large can be had; `size` may be symbolic; `align` is a power of two.
 * `zeroed` asks for zero bytes, otherwise they count as never written. */
void *__braid_alloc(size_t size, size_t align, int zeroed);

/* Ends the life of the heap object that begins at `p`, which is not null. Faults: invalid-free, double-free. */
void __braid_free(void *p);

/* The size of the live heap object that begins at `p`. Faults as __braid_free otherwise. */
size_t __braid_object_size(const void *p);

/* Fault: out-of-bounds and its relatives, unless all of the `n` bytes at `p` may be read. `n` may be symbolic. */
void __braid_readable(const void *p, size_t n);

/* Output of the program: `n` bytes to descriptor 1 or 2. Bytes, address and `n` may be symbolic, and the state does not
 * fork for them: what was written is settled when a test is made from the state. */
void __braid_write(int fd, const void *bytes, size_t n);

/* The same through a buffer (of another descriptor than these: nowhere): that of the C library's stream of that descriptor, or, for 3, the one that std::cout has if it is
 * not synchronised with that of descriptor 1. The bytes arrive when the buffer is full or flushed. */
void __braid_put(int fd, const void *bytes, size_t n);

/* The same of one byte, as putc does it: a full buffer is emptied first, and the byte stays in it. */
void __braid_put_byte(int fd, const unsigned char *byte);

/* Empties the buffer of a stream. */
void __braid_flush(int fd);

/* Whether something may be in the buffer of a stream. */
int __braid_holds(int fd);

/* setvbuf: `mode` is 0 (full), 1 (line) or 2 (none); `given` tells whether there is a buffer of `size` bytes. */
void __braid_buffer(int fd, int mode, int given, size_t size);

/* The function with the attribute destructor that runs as number `at`, from 0, of those with or without a priority; null behind
 * the last one. */
void (*__braid_destructor(size_t at, int with_priority))(void);

/* Bytes from `p` to the end of its object; 0 if that is not known. All of them may be read. */
size_t __braid_room(const void *p);

/* The contents of a file: the object with this number gets `size` bytes, those it had and zeros behind them, and is gone if that is
 * none. `old` is where it was, null if it was not. Where it is depends on nothing but number and size. */
void *__braid_contents(unsigned number, void *old, size_t size);

/* Thread-local variables are those of a new thread with this number from now on, as they are at its beginning. Returns where the others are kept,
 * for __braid_thread_leave; null if there are none. */
void *__braid_thread_enter(unsigned number);

/* Thread-local variables are those again that were kept there. */
void __braid_thread_leave(void *kept);

/* What is called from here on is another thread's, until __braid_thread_end. A longjmp looks for its frame among those of its thread. */
void __braid_thread_begin(void);
void __braid_thread_end(void);

/* Takes the frames of the running thread off the stack, under this number, and goes back to where it was begun or resumed: that call returns. This one
 * does when the thread is resumed. */
void __braid_thread_park(unsigned number);

/* Puts the frames that were parked under this number onto the stack. Returns when that thread ends or parks. */
void __braid_thread_resume(unsigned number);

/* Goes on, but `what` is named in the verdict, which is inconclusive. */
void __braid_incomplete(const char *what);

/* Whether a value is symbolic, 0 or 1 (also in braid.h). Lets a function take a loop with a fixed number of steps where the
 * usual one would fork; both compute the same. */
unsigned braid_is_symbolic(uintptr_t value);

/* The value; if it is symbolic, one that it may have, and it has that from here on. That the others are left out is counted and named as
 * a choice of a floating-point number. */
uint64_t __braid_concrete(uint64_t value);

/* A value below `end`: a path for each that there may be. */
uint64_t __braid_each(uint64_t value, uint64_t end);

/* A function of the mathematical library, by its name. fmod is exact, in all formats. The others have this machine's value of known numbers, and any
 * within their error bounds of others, in the first two formats. */
double __braid_library(const char *name, double x, double y);
float __braid_library_single(const char *name, float x, float y);
long double __braid_library_extended(const char *name, long double x, long double y);

/* How results of floating point are rounded, by the numbers of FLT_ROUNDS: 0 towards zero, 1 to nearest, 2 up, 3 down. It is known in every path. */
int __braid_rounding(void);
void __braid_set_rounding(int number);

/* The exceptions of floating point that were raised, by the bits of x86. Where operations on unknown numbers may have raised more, these are unknown. */
int __braid_exceptions(void);
void __braid_clear_exceptions(int exceptions);
void __braid_raise_exceptions(int exceptions);

/* What follows from here may have raised any exception: it is not done as the machine does it. */
void __braid_exceptions_open(void);

/* Empties the buffers of 3 and 1 and ends the path normally. Does nothing and comes back if the program has functions with the attribute
 * destructor. */
void __braid_finish(int code);

/* Ends the path normally. The handlers of atexit have run. */
_Noreturn void __braid_exit(int code);

/* Fault: abort. */
_Noreturn void __braid_abort(void);

/* Fault: abort, because the program ends itself with this signal. */
_Noreturn void __braid_signal(int number);

/* Fault: abort, because an exception of the C++ type that `type` describes (null: of no type) is caught by nobody, or
 * because it leaves a function that promised to throw nothing. */
_Noreturn void __braid_terminate(const void *type, int promised);

/* Looks for a handler of the exception with this unwind header and goes there. Comes back if there is none: with 2 if the
 * exception meets a function that promised to throw nothing, otherwise with 5. */
int _Unwind_RaiseException(void *header);

/* Fault: assert. */
_Noreturn void __braid_assert_fail(const char *expression, const char *file, unsigned line, const char *function);

/* Ends the path as incomplete; `what` is named in the verdict and counted. */
_Noreturn void __braid_unsupported(const char *what);

#endif
