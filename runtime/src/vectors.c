/* Vectors of strings in one piece of memory, each with its zero: argz, and envz, whose strings are names with values. */
#include "runtime.h"

void *memchr(const void *s, int c, size_t n);
char *strndup(const char *s, size_t n);
char *strdup(const char *s);
char *strstr(const char *s, const char *part);

API size_t argz_count(const char *argz, size_t size) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += argz[i] == 0;
    return count;
}

API char *argz_next(const char *argz, size_t size, const char *entry) {
    const char *next = entry ? entry + strlen(entry) + 1 : argz;
    return size > 0 && next < argz + size ? (char *)next : 0;
}

API void argz_extract(const char *argz, size_t size, char **to) {
    for (const char *entry = 0; (entry = argz_next(argz, size, entry));)
        *to++ = (char *)entry;
    *to = 0;
}

API void argz_stringify(char *argz, size_t size, int separator) {
    for (size_t i = 0; i + 1 < size; i++)
        if (argz[i] == 0)
            argz[i] = (char)separator;
}

API int argz_append(char **argz, size_t *size, const char *bytes, size_t n) {
    if (n == 0)
        return 0;
    char *larger = realloc(*argz, *size + n);
    if (!larger)
        return E_NOMEM;
    memcpy(larger + *size, bytes, n);
    *argz = larger;
    *size += n;
    return 0;
}

API int argz_add(char **argz, size_t *size, const char *s) {
    return argz_append(argz, size, s, strlen(s) + 1);
}

/* The strings between separators, of which several are one. One at the end has an empty string behind it, one in front has none. */
API int argz_create_sep(const char *s, int separator, char **argz, size_t *size) {
    *argz = 0;
    *size = 0;
    size_t n = strlen(s) + 1, kept = 0;
    if (n == 1)
        return 0;
    char *bytes = malloc(n);
    if (!bytes)
        return E_NOMEM;
    for (size_t i = 0; s[i]; i++) {
        char c = s[i] == (char)separator ? 0 : s[i];
        if (c || (kept > 0 && bytes[kept - 1]))
            bytes[kept++] = c;
    }
    bytes[kept] = 0;
    *argz = bytes;
    *size = kept + 1;
    return 0;
}

API int argz_add_sep(char **argz, size_t *size, const char *s, int separator) {
    char *more;
    size_t n;
    int error = argz_create_sep(s, separator, &more, &n);
    if (error)
        return error;
    error = argz_append(argz, size, more, n);
    free(more);
    return error;
}

API int argz_create(char *const *strings, char **argz, size_t *size) {
    size_t n = 0, at = 0;
    for (size_t i = 0; strings[i]; i++)
        n += strlen(strings[i]) + 1;
    *argz = n ? malloc(n) : 0;
    *size = *argz ? n : 0;
    if (!*argz)
        return n ? E_NOMEM : 0;
    for (size_t i = 0; strings[i]; i++) {
        strcpy(*argz + at, strings[i]);
        at += strlen(strings[i]) + 1;
    }
    return 0;
}

API void argz_delete(char **argz, size_t *size, char *entry) {
    if (!entry)
        return;
    size_t n = strlen(entry) + 1;
    *size -= n;
    memmove(entry, entry + n, *size - (size_t)(entry - *argz));
    if (*size == 0) {
        free(*argz);
        *argz = 0;
    }
}

API int argz_insert(char **argz, size_t *size, char *before, const char *entry) {
    if (!before)
        return argz_add(argz, size, entry);
    if (before < *argz || before >= *argz + *size)
        return E_INVAL;
    while (before > *argz && before[-1])
        before--;
    size_t at = (size_t)(before - *argz), n = strlen(entry) + 1;
    char *larger = realloc(*argz, *size + n);
    if (!larger)
        return E_NOMEM;
    memmove(larger + at + n, larger + at, *size - at);
    memcpy(larger + at, entry, n);
    *argz = larger;
    *size += n;
    return 0;
}

/* A copy of a string with all of `part` replaced, which is counted once; null if there is none of it or no memory. */
static char *replaced(const char *s, const char *part, const char *by, unsigned *count) {
    size_t length = strlen(part), longer = strlen(by), found = 0;
    for (const char *at = s; (at = strstr(at, part)); at += length)
        found++;
    *count += found > 0;
    if (!found)
        return 0;
    char *text = malloc(strlen(s) + found * longer - found * length + 1), *to = text;
    for (const char *at; text && (at = strstr(s, part)); s = at + length) {
        memcpy(to, s, (size_t)(at - s));
        memcpy(to + (at - s), by, longer);
        to += (size_t)(at - s) + longer;
    }
    return text ? (strcpy(to, s), text) : 0;
}

API int argz_replace(char **argz, size_t *size, const char *part, const char *by, unsigned *count) {
    char *bytes = 0;
    size_t n = 0;
    unsigned found = 0;
    int error = 0;
    if (!part || !*part)
        return 0;
    for (const char *entry = 0; !error && (entry = argz_next(*argz, *size, entry));) {
        unsigned before = found;
        char *text = replaced(entry, part, by, &found);
        error = found > before && !text ? E_NOMEM : argz_add(&bytes, &n, text ? text : entry);
        free(text);
    }
    if (error || !found) {
        free(bytes);
        return error;
    }
    free(*argz);
    *argz = bytes;
    *size = n;
    if (count)
        *count += found;
    return 0;
}

/* The length of a name, which ends at = or where the string does. */
static size_t name_length(const char *entry) {
    size_t n = 0;
    while (entry[n] && entry[n] != '=')
        n++;
    return n;
}

API char *envz_entry(const char *envz, size_t size, const char *name) {
    size_t n = name_length(name);
    const char *entry = 0;
    while ((entry = argz_next(envz, size, entry)) && !(name_length(entry) == n && strncmp(entry, name, n) == 0)) {
    }
    return (char *)entry;
}

API char *envz_get(const char *envz, size_t size, const char *name) {
    char *entry = envz_entry(envz, size, name);
    size_t n = entry ? name_length(entry) : 0;
    return entry && entry[n] ? entry + n + 1 : 0;
}

API void envz_remove(char **envz, size_t *size, const char *name) {
    argz_delete(envz, size, envz_entry(*envz, *size, name));
}

/* A name without a value has no =. */
API int envz_add(char **envz, size_t *size, const char *name, const char *value) {
    envz_remove(envz, size, name);
    if (!value)
        return argz_add(envz, size, name);
    size_t length = strlen(name), before = *size, n = length + strlen(value) + 2;
    char *larger = realloc(*envz, before + n);
    if (!larger)
        return E_NOMEM;
    strcpy(larger + before, name);
    larger[before + length] = '=';
    strcpy(larger + before + length + 1, value);
    *envz = larger;
    *size += n;
    return 0;
}

API int envz_merge(char **envz, size_t *size, const char *other, size_t other_size, int overrides) {
    int error = 0;
    for (const char *entry = 0; !error && (entry = argz_next(other, other_size, entry));) {
        char *old = envz_entry(*envz, *size, entry);
        if (old && !overrides)
            continue;
        argz_delete(envz, size, old);
        error = argz_add(envz, size, entry);
    }
    return error;
}

/* Takes out the names without values. */
API void envz_strip(char **envz, size_t *size) {
    size_t kept = 0;
    for (size_t i = 0, n; i < *size; i += n) {
        n = strlen(*envz + i) + 1;
        if (!strchr(*envz + i, '='))
            continue;
        memmove(*envz + kept, *envz + i, n);
        kept += n;
    }
    *size = kept;
}

API size_t __argz_count(const char *argz, size_t size) {
    return argz_count(argz, size);
}

API char *__argz_next(const char *argz, size_t size, const char *entry) {
    return argz_next(argz, size, entry);
}

API void __argz_stringify(char *argz, size_t size, int separator) {
    argz_stringify(argz, size, separator);
}
