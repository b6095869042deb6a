/* Who the program is and what the system lends it, as the engine has it (runtime/src/signal.c, resources.c). */

#define PROCESS_ID 4242

BRAID_API pid_t getpid(void) { return PROCESS_ID; }

BRAID_API int kill(pid_t process, int number) {
  return (int)syscall(SYS_kill, process == PROCESS_ID ? syscall(SYS_getpid) : process, number);
}

#if !KEEPS_MACHINE
/* Sanitizers ask for the true limits. */
BRAID_API int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  if ((int)resource < 0 || (int)resource >= RLIM_NLIMITS)
    return errno = EINVAL, -1;
  rlim_t some = resource == RLIMIT_STACK ? 8 << 20 : resource == RLIMIT_NOFILE ? 1024 : RLIM_INFINITY;
  *limit = (struct rlimit){some, some};
  return 0;
}
#endif
