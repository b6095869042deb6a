/* In place of musl's header of this name: system calls are the runtime's (runtime/src/syscall.c), not the machine's. */
long __braid_syscall(long, long, long, long, long, long, long);

#define __SYSCALL_LL_E(x) (x)
#define __SYSCALL_LL_O(x) (x)
#define IPC_64 0

static inline long __syscall6(long n, long a, long b, long c, long d, long e, long f) {
	return __braid_syscall(n, a, b, c, d, e, f);
}
static inline long __syscall5(long n, long a, long b, long c, long d, long e) { return __syscall6(n, a, b, c, d, e, 0); }
static inline long __syscall4(long n, long a, long b, long c, long d) { return __syscall6(n, a, b, c, d, 0, 0); }
static inline long __syscall3(long n, long a, long b, long c) { return __syscall6(n, a, b, c, 0, 0, 0); }
static inline long __syscall2(long n, long a, long b) { return __syscall6(n, a, b, 0, 0, 0, 0); }
static inline long __syscall1(long n, long a) { return __syscall6(n, a, 0, 0, 0, 0, 0); }
static inline long __syscall0(long n) { return __syscall6(n, 0, 0, 0, 0, 0, 0); }
