/* The environment: empty unless the engine or the program fills it. */
#include "runtime.h"

static char *no_variables[1];
API char **__environ = no_variables;
extern char **environ __attribute__((weak, alias("__environ")));
extern char **_environ __attribute__((weak, alias("__environ")));

/* The array that setenv made; another one belongs to the program and is not freed. */
static char **own_array;

/* The position of a variable of `n` characters, or that of the end. */
static size_t find_variable(const char *name, size_t n) {
    size_t i = 0;
    if (!__environ)
        return 0;
    while (__environ[i] && !(strncmp(__environ[i], name, n) == 0 && __environ[i][n] == '='))
        i++;
    return i;
}

static int is_variable(size_t at) {
    return __environ && __environ[at];
}

API char *getenv(const char *name) {
    size_t n = strlen(name), at = find_variable(name, n);
    return n > 0 && is_variable(at) ? __environ[at] + n + 1 : 0;
}

API char *secure_getenv(const char *name) {
    return getenv(name);
}

API char *__secure_getenv(const char *name) {
    return getenv(name);
}

static int bad_name(const char *name) {
    if (name && *name && !strchr(name, '='))
        return 0;
    errno = E_INVAL;
    return 1;
}

/* Puts `entry` ("name=value") at `at`; at the end it makes the array longer. */
static void put_variable(char *entry, size_t at) {
    if (!is_variable(at)) {
        char **array = __braid_alloc((at + 2) * sizeof *array, 16, 0);
        if (at > 0)
            memcpy(array, __environ, at * sizeof *array);
        array[at + 1] = 0;
        if (own_array)
            __braid_free(own_array);
        own_array = __environ = array;
    }
    __environ[at] = entry;
}

API int setenv(const char *name, const char *value, int overwrite) {
    if (bad_name(name))
        return -1;
    size_t n = strlen(name), length = strlen(value), at = find_variable(name, n);
    if (is_variable(at) && !overwrite)
        return 0;
    char *entry = __braid_alloc(n + length + 2, 16, 0);
    memcpy(entry, name, n);
    entry[n] = '=';
    memcpy(entry + n + 1, value, length + 1);
    put_variable(entry, at);
    return 0;
}

API int unsetenv(const char *name) {
    if (bad_name(name))
        return -1;
    size_t n = strlen(name), at;
    while (is_variable(at = find_variable(name, n)))
        while ((__environ[at] = __environ[at + 1]))
            at++;
    return 0;
}

/* A string without a value removes the variable, as in glibc. */
API int putenv(char *entry) {
    char *equals = strchr(entry, '=');
    if (!equals)
        return unsetenv(entry);
    put_variable(entry, find_variable(entry, (size_t)(equals - entry)));
    return 0;
}

API int clearenv(void) {
    __environ = 0;
    return 0;
}
