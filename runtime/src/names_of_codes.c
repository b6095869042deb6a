/* Names of errors and signals. */
#include "runtime.h"

/* From 1 on, with a space between two; `-` where the number means nothing. */
static const char error_names[] =
    "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV ENODEV ENOTDIR EISDIR "
    "EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP - "
    "ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME "
    "ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG ELIBACC ELIBBAD ELIBSCN "
    "ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP "
    "EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN "
    "ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL EISNAM EREMOTEIO EDQUOT ENOMEDIUM "
    "EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL EHWPOISON ";

static const char signal_abbreviations[] =
    "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH POLL PWR "
    "SYS ";

enum { LONGEST_NAME = 16 };

/* Copies the name of a number; null if it has none. */
static const char *nth_name(const char *names, int number, char *to) {
    for (int i = 1; i < number && *names; i++)
        names = strchr(names, ' ') + 1;
    if (number < 1 || !*names || *names == '-')
        return 0;
    size_t n = (size_t)(strchr(names, ' ') - names);
    memcpy(to, names, n);
    to[n] = 0;
    return to;
}

API const char *strerrorname_np(int code) {
    static char names[134][LONGEST_NAME];
    if (code == 0)
        return "0";
    return code > 0 && code < 134 ? nth_name(error_names, code, names[code]) : 0;
}

/* The words of strerror, where there are some. */
API const char *strerrordesc_np(int code) {
    return strerrorname_np(code) ? strerror(code) : 0;
}

API const char *sigabbrev_np(int number) {
    static char names[32][LONGEST_NAME];
    return number > 0 && number < 32 ? nth_name(signal_abbreviations, number, names[number]) : 0;
}
