// How nice the program is: it can become nicer, up to a bound, and never less nice again.
// flags: --sym-stdin 1
#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
int main(void) {
  signed char step = 0;
  read(0, &step, 1);
  errno = 0;
  if (getpriority(PRIO_PROCESS, 0) != 0 || getpriority(PRIO_PROCESS, getpid()) != 0 || errno)
    return 1; //~ dead
  if (getpriority(7, 0) != -1 || errno != EINVAL || getpriority(PRIO_PROCESS, 99999) != -1 || errno != ESRCH)
    return 2; //~ dead
  if (nice(step) == -1)
    return errno == EPERM ? 3 : 4; //~ reached
  printf("%d\n", getpriority(PRIO_PROCESS, 0));
  if (step > 19)
    return getpriority(PRIO_PROCESS, 0) == 19 ? 5 : 6; //~ reached
  return setpriority(PRIO_PROCESS, 0, -1) == -1 && errno == EACCES ? 0 : 7; //~ reached
}
