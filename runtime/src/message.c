/* Messages to standard error with the program's name: error, err, warn and their kin. */
#include "stream.h"

int fprintf(FILE *restrict stream, const char *restrict format, ...);
int vfprintf(FILE *restrict stream, const char *restrict format, va_list list);
int fflush(FILE *stream);
char *strrchr(const char *s, int c);

API char *program_invocation_name = "", *program_invocation_short_name = "";
extern char *__progname_full __attribute__((weak, alias("program_invocation_name")));
extern char *__progname __attribute__((weak, alias("program_invocation_short_name")));

/* Before the program's own constructors. */
__attribute__((constructor(101))) static void note_name(int count, char **arguments) {
    if (count < 1)
        return;
    char *slash = strrchr(arguments[0], '/');
    program_invocation_name = arguments[0];
    program_invocation_short_name = slash ? slash + 1 : arguments[0];
}

API unsigned error_message_count;
API int error_one_per_line;
API void (*error_print_progname)(void);

static void begin_message(void) {
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
}

/* The rest of a message of error, and the end of the program unless `status` is 0. */
static void end_message(int status, int code, const char *format, va_list list) {
    vfprintf(stderr, format, list);
    error_message_count++;
    if (code)
        fprintf(stderr, ": %s", strerror(code));
    fprintf(stderr, "\n");
    fflush(stderr);
    if (status)
        exit(status);
}

API void error(int status, int code, const char *format, ...) {
    va_list list;
    begin_message();
    if (!error_print_progname)
        fprintf(stderr, "%s: ", program_invocation_name);
    va_start(list, format);
    end_message(status, code, format, list);
    va_end(list);
}

API void error_at_line(int status, int code, const char *file, unsigned line, const char *format, ...) {
    static const char *last_file;
    static unsigned last_line;
    va_list list;
    if (error_one_per_line) {
        if (last_line == line && last_file && file && strcmp(last_file, file) == 0)
            return;
        last_file = file;
        last_line = line;
    }
    begin_message();
    if (!error_print_progname)
        fprintf(stderr, "%s:", program_invocation_name);
    fprintf(stderr, file ? "%s:%u: " : " ", file, line);
    va_start(list, format);
    end_message(status, code, format, list);
    va_end(list);
}

/* A message of warn: the program, the text if there is one, and the error if it is wanted. */
static void tell(int with_error, const char *format, va_list list) {
    int code = errno;
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format)
        vfprintf(stderr, format, list);
    if (with_error)
        fprintf(stderr, "%s%s", format ? ": " : "", strerror(code));
    fprintf(stderr, "\n");
}

API void vwarn(const char *format, va_list list) {
    tell(1, format, list);
}

API void vwarnx(const char *format, va_list list) {
    tell(0, format, list);
}

API NORETURN void verr(int status, const char *format, va_list list) {
    tell(1, format, list);
    exit(status);
}

API NORETURN void verrx(int status, const char *format, va_list list) {
    tell(0, format, list);
    exit(status);
}

API void warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(1, format, list);
    va_end(list);
}

API void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(0, format, list);
    va_end(list);
}

API NORETURN void err(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    verr(status, format, list);
}

API NORETURN void errx(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    verrx(status, format, list);
}
