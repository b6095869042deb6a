/* Users and groups in memory of the caller, and lists of them in files. Nobody may read passwords. */
#include "filestream.h"

int fprintf(FILE *restrict stream, const char *restrict format, ...);
char *fgets(char *restrict to, int size, FILE *restrict stream);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);

struct passwd {
    char *name, *password;
    unsigned user, group;
    char *comment, *home, *shell;
};

struct group {
    char *name, *password;
    unsigned number;
    char **members;
};

struct passwd *getpwnam(const char *name), *getpwuid(unsigned user), *getpwent(void);
struct group *getgrnam(const char *name), *getgrgid(unsigned number), *getgrent(void);

/* Moves a text to the rest of some memory; false if there is no room. */
static int keep_text(char **text, char **at, size_t *left) {
    size_t n = strlen(*text) + 1;
    if (n > *left)
        return 0;
    memcpy(*at, *text, n);
    *text = *at;
    *at += n;
    *left -= n;
    return 1;
}

static int give_user(const struct passwd *found, struct passwd *to, char *memory, size_t size, struct passwd **result) {
    *result = 0;
    if (!found)
        return 0;
    *to = *found;
    if (!(keep_text(&to->name, &memory, &size) && keep_text(&to->password, &memory, &size) && keep_text(&to->comment, &memory, &size) &&
          keep_text(&to->home, &memory, &size) && keep_text(&to->shell, &memory, &size)))
        return E_RANGE;
    *result = to;
    return 0;
}

/* The groups of the model have no members. */
static int give_group(const struct group *found, struct group *to, char *memory, size_t size, struct group **result) {
    *result = 0;
    if (!found)
        return 0;
    *to = *found;
    size_t skipped = -(uintptr_t)memory % sizeof(char *);
    if (size < skipped + sizeof(char *))
        return E_RANGE;
    to->members = (char **)(void *)(memory + skipped);
    to->members[0] = 0;
    memory += skipped + sizeof(char *);
    size -= skipped + sizeof(char *);
    if (!(keep_text(&to->name, &memory, &size) && keep_text(&to->password, &memory, &size)))
        return E_RANGE;
    *result = to;
    return 0;
}

API int getpwnam_r(const char *restrict name, struct passwd *restrict to, char *restrict memory, size_t size, struct passwd **restrict result) {
    return give_user(getpwnam(name), to, memory, size, result);
}

API int getpwuid_r(unsigned user, struct passwd *restrict to, char *restrict memory, size_t size, struct passwd **restrict result) {
    return give_user(getpwuid(user), to, memory, size, result);
}

API int getgrnam_r(const char *restrict name, struct group *restrict to, char *restrict memory, size_t size, struct group **restrict result) {
    return give_group(getgrnam(name), to, memory, size, result);
}

API int getgrgid_r(unsigned number, struct group *restrict to, char *restrict memory, size_t size, struct group **restrict result) {
    return give_group(getgrgid(number), to, memory, size, result);
}

/* The next of a list; its end is an error of its own. */
API int getpwent_r(struct passwd *restrict to, char *restrict memory, size_t size, struct passwd **restrict result) {
    int error = give_user(getpwent(), to, memory, size, result);
    return error ? error : *result ? 0 : E_NOENT;
}

API int getgrent_r(struct group *restrict to, char *restrict memory, size_t size, struct group **restrict result) {
    int error = give_group(getgrent(), to, memory, size, result);
    return error ? error : *result ? 0 : E_NOENT;
}

/* Cuts off a field that ends at a colon, or at the end, behind which all are empty. */
static char *cut_field(char **rest) {
    char *field = *rest, *end = field;
    while (*end && *end != ':')
        end++;
    *rest = *end ? end + 1 : end;
    *end = 0;
    return field;
}

/* A number in a field; false if it is none. */
static int cut_number(char **rest, unsigned *to) {
    char *field = cut_field(rest), *end;
    if (!*field)
        return 0;
    *to = (unsigned)strtoul(field, &end, 10);
    return *end == 0;
}

static int read_user(char *line, struct passwd *to) {
    to->name = cut_field(&line);
    to->password = cut_field(&line);
    if (!cut_number(&line, &to->user) || !cut_number(&line, &to->group))
        return 0;
    to->comment = cut_field(&line);
    to->home = cut_field(&line);
    to->shell = line;
    return 1;
}

/* The members behind the last colon; their pointers go behind the line. */
static int read_group(char *line, struct group *to, char *memory, size_t size) {
    size_t used = strlen(line) + 1, count = 0;
    char *start = line;
    to->name = cut_field(&line);
    to->password = cut_field(&line);
    if (!cut_number(&line, &to->number))
        return 0;
    used += -(uintptr_t)(memory + (start - memory) + used) % sizeof(char *);
    to->members = (char **)(void *)(start + used);
    size -= (size_t)(start - memory) + used;
    while (*line) {
        char *comma = strchr(line, ',');
        if ((count + 2) * sizeof(char *) > size)
            __braid_unsupported("a group with more members than there is memory for");
        if (comma)
            *comma = 0;
        if (*line)
            to->members[count++] = line;
        line = comma ? comma + 1 : line + strlen(line);
    }
    to->members[count] = 0;
    return 1;
}

/* The next line that may be one of a list: no comment, no empty one. Its blanks in front are skipped. */
static int next_line(FILE *stream, char *memory, size_t size, char **line) {
    do {
        if (!fgets(memory, (int)smaller(size, INT_MAX), stream))
            return E_NOENT;
        size_t n = strlen(memory);
        if (n + 1 == size && memory[n - 1] != '\n')
            return E_RANGE;
        if (n > 0 && memory[n - 1] == '\n')
            memory[n - 1] = 0;
        for (*line = memory; **line == ' ' || **line == '\t'; ++*line) {
        }
    } while (**line == 0 || **line == '#');
    return 0;
}

API int fgetpwent_r(FILE *restrict stream, struct passwd *restrict to, char *restrict memory, size_t size, struct passwd **restrict result) {
    char *line;
    int error;
    do
        error = next_line(stream, memory, size, &line);
    while (!error && !read_user(line, to));
    *result = error ? 0 : to;
    return error;
}

API int fgetgrent_r(FILE *restrict stream, struct group *restrict to, char *restrict memory, size_t size, struct group **restrict result) {
    char *line;
    int error;
    do
        error = next_line(stream, memory, size, &line);
    while (!error && !read_group(line, to, memory, size));
    *result = error ? 0 : to;
    return error;
}

enum { ACCOUNT_LINE = 4096 };

API struct passwd *fgetpwent(FILE *stream) {
    static struct passwd user;
    static char memory[ACCOUNT_LINE];
    struct passwd *result;
    errno = fgetpwent_r(stream, &user, memory, sizeof memory, &result) ? E_NOENT : errno;
    return result;
}

API struct group *fgetgrent(FILE *stream) {
    static struct group group;
    static char memory[ACCOUNT_LINE];
    struct group *result;
    errno = fgetgrent_r(stream, &group, memory, sizeof memory, &result) ? E_NOENT : errno;
    return result;
}

API int putpwent(const struct passwd *user, FILE *stream) {
    return fprintf(stream, "%s:%s:%u:%u:%s:%s:%s\n", user->name, user->password, user->user, user->group, user->comment, user->home, user->shell) < 0 ? -1 : 0;
}

API int putgrent(const struct group *group, FILE *stream) {
    int written = fprintf(stream, "%s:%s:%u:", group->name, group->password, group->number);
    for (size_t i = 0; group->members && group->members[i]; i++)
        written |= fprintf(stream, "%s%s", i ? "," : "", group->members[i]);
    return written < 0 || fprintf(stream, "\n") < 0 ? -1 : 0;
}

/* Passwords: not for this user. */
static void *no_password(void) {
    errno = E_ACCES;
    return 0;
}

API void *getspnam(const char *name) {
    return no_password();
}

API void *getspent(void) {
    return no_password();
}

API void setspent(void) {}

API void endspent(void) {}
