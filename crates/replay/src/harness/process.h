/* Who the program is and what the system lends it, as the engine has it (runtime/src/signal.c, resources.c). */

#define PROCESS_ID 4242

BRAID_API pid_t getpid(void) { return PROCESS_ID; }

/* The program is alone in its group. */
BRAID_API int kill(pid_t process, int number) {
  return (int)syscall(SYS_kill, process == PROCESS_ID || process == 0 ? syscall(SYS_getpid) : process, number);
}

/* Groups and sessions (runtime/src/group.c): the program leads none until it makes one. */
static pid_t own_group = PROCESS_ID - 1, own_session = PROCESS_ID - 1;

static int is_own_process(pid_t process) { return process == 0 || process == PROCESS_ID; }

BRAID_API pid_t getpgrp(void) { return own_group; }
BRAID_API pid_t getpgid(pid_t process) { return is_own_process(process) ? own_group : (errno = ESRCH, -1); }
BRAID_API pid_t getsid(pid_t process) { return is_own_process(process) ? own_session : (errno = ESRCH, -1); }
BRAID_API pid_t setsid(void) { return own_group == PROCESS_ID ? (errno = EPERM, -1) : (own_group = own_session = PROCESS_ID); }

BRAID_API int setpgid(pid_t process, pid_t group) {
  if (group < 0 || !is_own_process(process))
    return errno = group < 0 ? EINVAL : ESRCH, -1;
  if (own_session == PROCESS_ID || (group && group != PROCESS_ID && group != own_group))
    return errno = EPERM, -1;
  own_group = group ? group : PROCESS_ID;
  return 0;
}

BRAID_API int setpgrp(void) { return setpgid(0, 0); }

BRAID_API int killpg(pid_t group, int number) {
  if (group < 0)
    return errno = EINVAL, -1;
  return group == 0 || group == own_group ? kill(0, number) : (errno = EPERM, -1);
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

BRAID_API pid_t gettid(void) { return PROCESS_ID; }
BRAID_API int sched_getcpu(void) { return 0; }
BRAID_API int getrusage(__rusage_who_t who, struct rusage *to) {
  if ((int)who < -1 || (int)who > 1)
    return errno = EINVAL, -1;
  *to = (struct rusage){0};
  return 0;
}

BRAID_API int getloadavg(double to[], int count) {
  int told = count < 3 ? count : 3;
  for (int at = 0; at < told; at++)
    to[at] = 0;
  return told;
}

static struct {
  int is_set;
  struct rlimit limit;
} limits[RLIM_NLIMITS];

/* Sanitizers ask for the true limits. */
BRAID_API int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  if ((int)resource < 0 || (int)resource >= RLIM_NLIMITS)
    return errno = EINVAL, -1;
  if (limits[resource].is_set)
    return *limit = limits[resource].limit, 0;
  rlim_t some = resource == RLIMIT_STACK ? 8 << 20 : resource == RLIMIT_NOFILE ? 1024 : RLIM_INFINITY;
  *limit = (struct rlimit){some, some};
  return 0;
}

/* Limits are remembered, and are not those of the process: Braid has set these. */
BRAID_API int setrlimit(__rlimit_resource_t resource, const struct rlimit *wanted) {
  struct rlimit own;
  if (getrlimit(resource, &own))
    return -1;
  if (wanted->rlim_cur > wanted->rlim_max)
    return errno = EINVAL, -1;
  if (wanted->rlim_max > own.rlim_max)
    return errno = EPERM, -1;
  limits[resource].is_set = 1;
  limits[resource].limit = *wanted;
  return 0;
}

#if __SIZEOF_POINTER__ == 8
BRAID_API int prlimit(pid_t process, __rlimit_resource_t resource, const struct rlimit *wanted, struct rlimit *old) {
  if (process != 0 && process != PROCESS_ID)
    return errno = ESRCH, -1;
  if (old && getrlimit(resource, old))
    return -1;
  return wanted ? setrlimit(resource, wanted) : 0;
}
#endif
#endif
