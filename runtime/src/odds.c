/* Functions on text and memory that stand for themselves: options in one argument, answers, catalogs, messages, names for a while. */
#include "stream.h"

int snprintf(char *restrict to, size_t size, const char *restrict format, ...);
int fprintf(FILE *restrict stream, const char *restrict format, ...);
char *getenv(const char *name);
void *memalign(size_t align, size_t size);
int access(const char *path, int mode);
char *strdup(const char *s);
char *strchrnul(const char *s, int c);

/* Cuts off one of the options `name=value,...` at `*options`; its number in `tokens`, or -1. */
API int getsubopt(char **options, char *const *tokens, char **value) {
    char *start = *options;
    if (!*start)
        return -1;
    char *end = strchrnul(start, ','), *equals = start;
    while (equals < end && *equals != '=')
        equals++;
    *options = *end ? end + 1 : end;
    *end = 0;
    for (int i = 0; tokens[i]; i++)
        if (strncmp(tokens[i], start, (size_t)(equals - start)) == 0 && tokens[i][equals - start] == 0) {
            *value = equals < end ? equals + 1 : 0;
            return i;
        }
    *value = start;
    return -1;
}

/* 1 for yes, 0 for no, as C's locales have them. */
API int rpmatch(const char *answer) {
    int is_yes = (*answer | 32) == 'y', is_no = (*answer | 32) == 'n';
    return is_yes ? 1 : is_no ? 0 : -1;
}

API void *memfrob(void *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((char *)s)[i] ^= 42;
    return s;
}

API char *strfry(char *s) {
    __braid_unsupported("strfry: the order depends on the time");
}

enum { PAGE_BYTES = 4096 };

API void *valloc(size_t size) {
    return memalign(PAGE_BYTES, size);
}

API void *pvalloc(size_t size) {
    return memalign(PAGE_BYTES, (size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
}

/* There are no catalogs: every text is the one that the program has. */
API void *catopen(const char *name, int flags) {
    errno = E_NOENT;
    return (void *)-1;
}

API char *catgets(void *catalog, int set, int number, const char *text) {
    return (char *)text;
}

API int catclose(void *catalog) {
    errno = E_BADF;
    return -1;
}

/* Numbers of confstr that say something; others have an empty text. */
API size_t confstr(int name, char *to, size_t room) {
    enum { FIRST_FLAGS = 1000, LAST_FLAGS = 1149, FIRST_MODELS = 1100 };
#if UINTPTR_MAX == UINT64_MAX
    static const char *const texts[] = {"/bin:/usr/bin", "POSIX_V6_LP64_OFF64", "glibc 2.36", "NPTL 2.36", "XBS5_LP64_OFF64", "POSIX_V7_LP64_OFF64"};
#else
    static const char *const texts[] = {"/bin:/usr/bin", "POSIX_V6_ILP32_OFF32\nPOSIX_V6_ILP32_OFFBIG", "glibc 2.36", "NPTL 2.36",
                                        "XBS5_ILP32_OFF32\nXBS5_ILP32_OFFBIG", "POSIX_V7_ILP32_OFF32\nPOSIX_V7_ILP32_OFFBIG"};
#endif
    if (name >= FIRST_FLAGS && name <= LAST_FLAGS)
        __braid_unsupported("confstr of flags of a compiler");
    if (name < 0 || (size_t)name >= sizeof texts / sizeof *texts) {
        errno = E_INVAL;
        return 0;
    }
    size_t n = strlen(texts[name]) + 1;
    if (room > 0 && to) {
        memcpy(to, texts[name], smaller(n, room));
        to[smaller(n, room) - 1] = 0;
    }
    return n;
}

enum { MESSAGE_PRINT = 256, MESSAGE_CONSOLE = 512, MESSAGE_WRONG = -1, MESSAGE_NOT_SHOWN = 1, MOST_BEFORE_COLON = 10, MOST_BEHIND_COLON = 14 };

/* Whether a label has the form UTILITY:NAME. */
static int is_label(const char *label) {
    const char *colon = strchr(label, ':');
    return colon && colon - label <= MOST_BEFORE_COLON && strlen(colon + 1) <= MOST_BEHIND_COLON;
}

/* The system has no console. What is shown is all of a message, if the environment does not say otherwise (MSGVERB), which is refused. */
API int fmtmsg(long kind, const char *label, int severity, const char *text, const char *action, const char *tag) {
    static const char *const severities[] = {0, "HALT", "ERROR", "WARNING", "INFO"};
    if ((label && !is_label(label)) || severity < 0 || severity >= 5)
        return MESSAGE_WRONG;
    if (getenv("MSGVERB"))
        __braid_unsupported("fmtmsg with MSGVERB");
    const char *name = severities[severity];
    if (kind & MESSAGE_PRINT) {
        fprintf(stderr, "%s%s%s%s%s", label ? label : "", label && (name || text || action || tag) ? ": " : "", name ? name : "",
                name && (text || action || tag) ? ": " : "", text ? text : "");
        fprintf(stderr, "%s%s%s%s%s%s\n", text && (action || tag) ? "\n" : "", action ? "TO FIX: " : "", action ? action : "", action && tag ? "  " : "",
                tag ? tag : "", "");
    }
    return kind & MESSAGE_CONSOLE ? MESSAGE_NOT_SHOWN * 4 : 0;
}

enum { NAME_TRIES = 1000, NAME_ROOM = 20 };

char *mktemp(char *pattern);

/* A name in a folder that nothing has. */
API char *tmpnam_r(char *to) {
    if (!to)
        return 0;
    strcpy(to, "/tmp/fileXXXXXX");
    return *mktemp(to) ? to : 0;
}

API char *tmpnam(char *to) {
    static char own[NAME_ROOM];
    return tmpnam_r(to ? to : own);
}

API char *tempnam(const char *folder, const char *prefix) {
    enum { LONGEST_PREFIX = 5, WRITABLE = 2, LONGEST_PATH = 4096 };
    char path[LONGEST_PATH];
    const char *named = getenv("TMPDIR");
    folder = named && *named && access(named, WRITABLE) == 0 ? named : folder && access(folder, WRITABLE) == 0 ? folder : "/tmp";
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/')
        n--;
    if (n + NAME_ROOM > sizeof path)
        return 0;
    prefix = prefix && *prefix ? prefix : "file";
    snprintf(path, sizeof path, "%.*s/%.*sXXXXXX", (int)n, folder, LONGEST_PREFIX, prefix);
    return *mktemp(path) ? strdup(path) : 0;
}

API char *ctermid(char *to) {
    static char own[] = "/dev/tty";
    return to ? strcpy(to, own) : own;
}

API char *getpass(const char *prompt) {
    __braid_unsupported("getpass: a terminal of the user");
}

API void *getdate(const char *text) {
    __braid_unsupported("getdate: formats of dates in a file");
}

API int getdate_r(const char *restrict text, void *restrict tm) {
    __braid_unsupported("getdate: formats of dates in a file");
}

API int wordexp(const char *restrict words, void *restrict result, int flags) {
    __braid_unsupported("wordexp: words of the shell");
}
