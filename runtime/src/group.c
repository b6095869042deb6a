/* Groups of processes, sessions, and other processes. The program leads no group and no session until it makes one; native runs tell the same
 * (crates/replay/src/harness/process.h). Nothing makes another process: what would is refused by name. */
#include "runtime.h"

int getpid(void);
int getppid(void);
int kill(int process, int number);
int isatty(int descriptor);

/* The group and the session that the program began in: its parent's. */
enum { BEGUN = 4241 };
static int own_group = BEGUN, own_session = BEGUN;

static int is_own_process(int process) {
    return process == 0 || process == getpid();
}

API int getpgrp(void) {
    return own_group;
}

API int getpgid(int process) {
    return is_own_process(process) ? own_group : fail_with(E_SRCH);
}

API int getsid(int process) {
    return is_own_process(process) ? own_session : fail_with(E_SRCH);
}

/* A process that leads a group cannot begin a session. */
API int setsid(void) {
    if (own_group == getpid())
        return fail_with(E_PERM);
    own_group = own_session = getpid();
    return own_session;
}

/* Into a group of its own, or the one that it is in. */
API int setpgid(int process, int group) {
    if (group < 0)
        return fail_with(E_INVAL);
    if (!is_own_process(process))
        return fail_with(E_SRCH);
    if (own_session == getpid())
        return fail_with(E_PERM);
    if (group != 0 && group != getpid() && group != own_group)
        return fail_with(E_PERM);
    own_group = group ? group : getpid();
    return 0;
}

API int setpgrp(void) {
    return setpgid(0, 0);
}

API int killpg(int group, int number) {
    if (group < 0)
        return fail_with(E_INVAL);
    return group == 0 || group == own_group ? kill(0, number) : fail_with(E_PERM);
}

API int sigqueue(int process, int number, void *value) {
    return kill(process, number);
}

API int gettid(void) {
    return getpid();
}

/* Nothing is the terminal that controls the program. */
API int tcgetpgrp(int descriptor) {
    isatty(descriptor);
    if (errno != E_BADF)
        errno = E_NOTTY;
    return -1;
}

API int tcsetpgrp(int descriptor, int group) {
    return tcgetpgrp(descriptor);
}

API int tcgetsid(int descriptor) {
    return tcgetpgrp(descriptor);
}

API int fork(void) {
    __braid_unsupported("fork: a second process");
}

API int vfork(void) {
    __braid_unsupported("vfork: a second process");
}

API int daemon(int stays, int keeps) {
    __braid_unsupported("daemon: a second process");
}

API int posix_spawn(int *process, const char *path, const void *actions, const void *options, char *const *arguments, char *const *variables) {
    __braid_unsupported("posix_spawn: a second process");
}

API int posix_spawnp(int *process, const char *file, const void *actions, const void *options, char *const *arguments, char *const *variables) {
    __braid_unsupported("posix_spawnp: a second process");
}

API int pclose(void *stream) {
    __braid_unsupported("pclose: a command of the shell");
}

API void *dlopen(const char *file, int mode) {
    __braid_unsupported("dlopen: a library that is loaded while the program runs");
}

API int dlclose(void *library) {
    __braid_unsupported("dlclose: a library that is loaded while the program runs");
}

API char *dlerror(void) {
    return 0;
}

/* What is told to the system's log is read by nobody. */
API void openlog(const char *name, int options, int facility) {
}

API void closelog(void) {
}

static int log_mask = 0xff;

API int setlogmask(int mask) {
    int before = log_mask;
    log_mask = mask ? mask : log_mask;
    return before;
}

/* The text is made all the same: it reads what it is given. */
API void vsyslog(int priority, const char *format, va_list list) {
    vsnprintf(0, 0, format, list);
}

API void syslog(int priority, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsyslog(priority, format, list);
    va_end(list);
}

API void __syslog_chk(int priority, int flag, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsyslog(priority, format, list);
    va_end(list);
}

API void __vsyslog_chk(int priority, int flag, const char *format, va_list list) {
    vsyslog(priority, format, list);
}
