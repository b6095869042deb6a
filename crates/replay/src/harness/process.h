/* Who the program is and what the system lends it, as the engine has it (runtime/src/signal.c, resources.c). */

#define PROCESS_ID 4242

BRAID_API pid_t getpid(void) { return PROCESS_ID; }

/* The program is alone in its group. */
BRAID_API int kill(pid_t process, int number) {
  return (int)syscall(SYS_kill, process == PROCESS_ID || process == 0 ? syscall(SYS_getpid) : process, number);
}

static int niceness;

static int is_own(int which, id_t who) {
  if (which < PRIO_PROCESS || which > PRIO_USER)
    return errno = EINVAL, 0;
  id_t own = which == PRIO_USER ? USER_ID : PROCESS_ID;
  return who == 0 || (who == own && which != PRIO_PGRP) ? 1 : (errno = ESRCH, 0);
}

BRAID_API int getpriority(__priority_which_t which, id_t who) { return is_own((int)which, who) ? niceness : -1; }

BRAID_API int setpriority(__priority_which_t which, id_t who, int wanted) {
  if (!is_own((int)which, who))
    return -1;
  int value = wanted < -20 ? -20 : wanted > 19 ? 19 : wanted;
  if (value < niceness)
    return errno = EACCES, -1;
  niceness = value;
  return 0;
}

BRAID_API int nice(int step) { return setpriority(PRIO_PROCESS, 0, niceness + step) ? (errno = EPERM, -1) : niceness; }

#if !KEEPS_MACHINE
/* There is one processor. */
extern long __sysconf(int name);

BRAID_API long sysconf(int name) { return name == _SC_NPROCESSORS_CONF || name == _SC_NPROCESSORS_ONLN ? 1 : __sysconf(name); }
BRAID_API int get_nprocs(void) { return 1; }
BRAID_API int get_nprocs_conf(void) { return 1; }

BRAID_API int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  if (size < sizeof(long) || size % sizeof(long))
    return errno = EINVAL, -1;
  memset(set, 0, size);
  *(unsigned char *)set = 1;
  return 0;
}

/* Sanitizers ask for the true limits. */
BRAID_API int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  if ((int)resource < 0 || (int)resource >= RLIM_NLIMITS)
    return errno = EINVAL, -1;
  rlim_t some = resource == RLIMIT_STACK ? 8 << 20 : resource == RLIMIT_NOFILE ? 1024 : RLIM_INFINITY;
  *limit = (struct rlimit){some, some};
  return 0;
}
#endif
