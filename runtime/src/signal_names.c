/* What signals are called: strsignal, psignal. */
#include "stream.h"

int snprintf(char *restrict to, size_t size, const char *restrict format, ...);
int fprintf(FILE *restrict stream, const char *restrict format, ...);

enum { FIRST_REAL_TIME = 34, LAST_REAL_TIME = 64, SIGNAL_TEXT = 40 };

/* From signal 1 on. */
static const char *const signal_names[] = {
    "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error", "Floating point exception", "Killed",
    "User defined signal 1", "Segmentation fault", "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated", "Stack fault", "Child exited",
    "Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)", "Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded",
    "File size limit exceeded", "Virtual timer expired", "Profiling timer expired", "Window changed", "I/O possible", "Power failure",
    "Bad system call",
};
enum { NAMED = sizeof signal_names / sizeof *signal_names };

API char *strsignal(int number) {
    static char text[SIGNAL_TEXT];
    if (number >= 1 && number <= NAMED)
        return (char *)signal_names[number - 1];
    if (number >= FIRST_REAL_TIME && number <= LAST_REAL_TIME)
        snprintf(text, sizeof text, "Real-time signal %d", number - FIRST_REAL_TIME);
    else
        snprintf(text, sizeof text, "Unknown signal %d", number);
    return text;
}

API const char *sigdescr_np(int number) {
    return number >= 1 && number <= NAMED ? signal_names[number - 1] : 0;
}

API void psignal(int number, const char *message) {
    if (message && *message)
        fprintf(stderr, "%s: ", message);
    fprintf(stderr, "%s\n", strsignal(number));
}
