/* Lists of what is mounted, in files: a line has fields between blanks, in which blanks and backslashes are octal. */
#include "filestream.h"

char *fgets(char *restrict to, int size, FILE *restrict stream);
int fprintf(FILE *restrict stream, const char *restrict format, ...);
int sscanf(const char *restrict text, const char *restrict format, ...);
int fclose(FILE *stream);
FILE *fopen(const char *restrict path, const char *restrict mode);
int fseek(FILE *stream, long offset, int whence);
char *strstr(const char *s, const char *part);

struct mount {
    char *device, *folder, *type, *options;
    int frequency, pass;
};

API FILE *setmntent(const char *path, const char *mode) {
    return fopen(path, mode);
}

API int endmntent(FILE *stream) {
    if (stream)
        fclose(stream);
    return 1;
}

static int is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* What a backslash and three digits stand for; 0 if they are left as they are. */
static char decoded(const char *s) {
    static const char known[][4] = {"040", "011", "012", "134"};
    static const char meaning[] = " \t\n\\";
    for (int i = 0; i < 4; i++)
        if (s[0] == '\\' && strncmp(s + 1, known[i], 3) == 0)
            return meaning[i];
    return 0;
}

static void decode_field(char *s) {
    char *to = s;
    while (*s) {
        char c = decoded(s);
        int is_pair = s[0] == '\\' && s[1] == '\\';
        *to++ = c ? c : *s;
        s += c ? 4 : is_pair ? 2 : 1;
    }
    *to = 0;
}

/* Cuts off the next field; an empty one at the end of the line, of which nothing is left then. */
static char *next_field(char **rest) {
    static char nothing[1];
    char *field = *rest;
    if (!field)
        return nothing;
    while (is_blank(*field))
        field++;
    char *end = field;
    while (*end && !is_blank(*end))
        end++;
    *rest = *end ? end + 1 : 0;
    *end = 0;
    decode_field(field);
    return field;
}

/* The next line that is no comment; blanks around it are cut off. Null at the end of the file. */
static char *next_mount_line(FILE *stream, char *memory, int size) {
    char *line;
    do {
        if (!fgets(memory, size, stream))
            return 0;
        size_t n = strlen(memory);
        int is_whole = n > 0 && memory[n - 1] == '\n';
        n -= (size_t)is_whole;
        while (is_whole && n > 0 && is_blank(memory[n - 1]))
            n--;
        memory[n] = 0;
        for (line = memory; is_blank(*line); line++) {
        }
    } while (*line == 0 || *line == '#');
    return line;
}

API struct mount *getmntent_r(FILE *restrict stream, struct mount *restrict to, char *restrict memory, int size) {
    char *line = next_mount_line(stream, memory, size);
    if (!line)
        return 0;
    to->device = next_field(&line);
    to->folder = next_field(&line);
    to->type = next_field(&line);
    to->options = next_field(&line);
    /* As glibc, which leaves the numbers as they were where there are only blanks. */
    int count = line ? sscanf(line, " %d %d ", &to->frequency, &to->pass) : 0;
    to->frequency = count == 0 ? 0 : to->frequency;
    to->pass = count == 0 || count == 1 ? 0 : to->pass;
    return to;
}

API struct mount *__getmntent_r(FILE *restrict stream, struct mount *restrict to, char *restrict memory, int size) {
    return getmntent_r(stream, to, memory, size);
}

API struct mount *getmntent(FILE *stream) {
    enum { MOUNT_LINE = 4096 };
    static char memory[MOUNT_LINE];
    static struct mount mount;
    return getmntent_r(stream, &mount, memory, MOUNT_LINE);
}

static void put_encoded(FILE *stream, const char *s) {
    for (; *s; s++)
        fprintf(stream, is_blank(*s) || *s == '\n' || *s == '\\' ? "\\%03o" : "%c", *s);
    fprintf(stream, " ");
}

API int addmntent(FILE *restrict stream, const struct mount *restrict mount) {
    if (fseek(stream, 0, FROM_END) != 0)
        return 1;
    put_encoded(stream, mount->device);
    put_encoded(stream, mount->folder);
    put_encoded(stream, mount->type);
    put_encoded(stream, mount->options);
    return fprintf(stream, "%d %d\n", mount->frequency, mount->pass) < 0 || fflush(stream) != 0;
}

/* Where an option stands, alone between commas or with a value. */
API char *hasmntopt(const struct mount *mount, const char *option) {
    size_t n = strlen(option);
    char *start = mount->options, *at = start;
    while ((at = strstr(at, option)) && !((at == start || at[-1] == ',') && (at[n] == 0 || at[n] == ',' || at[n] == '=')))
        at++;
    return at;
}

/* Nobody has logged in, and nobody keeps a list of that. */
static void *nobody(void) {
    errno = E_NOENT;
    return 0;
}

#define NO_LIST(x)                                                                                                    \
    API void setut##x##ent(void) {}                                                                                   \
    API void endut##x##ent(void) {}                                                                                   \
    API void *getut##x##ent(void) { return nobody(); }                                                                \
    API void *getut##x##id(const void *wanted) { return nobody(); }                                                   \
    API void *getut##x##line(const void *wanted) { return nobody(); }                                                 \
    API void *putut##x##line(const void *line) { return nobody(); }                                                   \
    API int utmp##x##name(const char *path) { return 0; }                                                             \
    API void updwtmp##x(const char *path, const void *line) {}

NO_LIST()
NO_LIST(x)

static int no_row(void *row, void **result) {
    *result = nobody();
    return -1;
}

API int getutent_r(void *row, void **result) {
    return no_row(row, result);
}

API int getutid_r(const void *wanted, void *row, void **result) {
    return no_row(row, result);
}

API int getutline_r(const void *wanted, void *row, void **result) {
    return no_row(row, result);
}

API void login(const void *row) {}

API int logout(const char *line) {
    return 0;
}

API void logwtmp(const char *line, const char *name, const char *host) {}
