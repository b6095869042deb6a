/* Programs in place of this one. A file of the model that cannot be executed is refused as the kernel does it; one that could be is no matter of the
 * engine, and named. */
#include "file.h"

char *getenv(const char *name);

enum { FOLDER_MOST = 4096 };

/* Where programs are looked for if the environment does not say it, as glibc has it. */
static const char USUAL_PATH[] = "/bin:/usr/bin";
static const char SHELL[] = "/bin/sh";

/* Whether a file begins as programs do that the kernel starts. No branch depends on its bytes. */
static unsigned is_program(const struct node *node) {
    unsigned char first[4] = {0};
    read_contents(node, first, sizeof first, 0);
    unsigned elf = (unsigned)(first[0] == 0x7f) & (unsigned)(first[1] == 'E') & (unsigned)(first[2] == 'L') & (unsigned)(first[3] == 'F');
    return elf | ((unsigned)(first[0] == '#') & (unsigned)(first[1] == '!'));
}

static int is_being_written(const struct node *node) {
    for (struct open_file *file = open_files; file < open_files + OPEN_FILES; file++)
        if (file->users && file->node == number_of(node) && (file->flags & O_ACCESS) != O_READ)
            return 1;
    return 0;
}

/* Why a file cannot take the place of this program: a number of errno. */
static int refusal(const struct place *place) {
    if (place->error)
        return place->error;
    const struct node *node = place->node;
    if (!node)
        return E_NOENT;
    if (type_of(node) != TYPE_REGULAR || !(node->mode & 0100))
        return E_ACCES;
    if (is_being_written(node))
        return E_TXTBSY;
    if (is_program(node))
        __braid_unsupported("a program of the file model is executed");
    return E_NOEXEC;
}

static int refusal_of_path(const char *path) {
    struct place place = find_place(working_folder, path, FOLLOW_LINK, 0);
    return refusal(&place);
}

/* A file that the kernel does not know is one for the shell. */
static int refusal_of_script(int error) {
    return error == E_NOEXEC ? refusal_of_path(SHELL) : error;
}

/* Whether a name has a slash. No branch depends on its bytes as long as it has at most as many as can be looked at. */
static int has_slash(const char *name) {
    struct component part = first_component(name);
    return name[part.length] == '/';
}

/* Whether a search goes on behind this error. */
static int goes_on(int error) {
    return error == E_ACCES || error == E_NOENT || error == E_NOTDIR || error == E_NODEV || error == E_TIMEDOUT;
}

/* Why a name cannot be executed that is looked for in the folders of a list. */
static int search(const char *name, const char *list) {
    int is_denied = 0;
    for (;; list++) {
        char folder[FOLDER_MOST];
        size_t length = 0;
        while (*list && *list != ':' && length + 1 < sizeof folder)
            folder[length++] = *list++;
        folder[length] = 0;
        /* An empty one is the working folder. */
        struct place place = find_place(working_folder, length ? folder : ".", FOLLOW_LINK, 0);
        if (!place.error && place.node)
            place = type_of(place.node) == TYPE_FOLDER ? find_place(number_of(place.node), name, FOLLOW_LINK, 0) : (struct place){.error = E_NOTDIR};
        int error = refusal_of_script(refusal(&place));
        if (!goes_on(error))
            return error;
        is_denied |= error == E_ACCES;
        if (*list != ':')
            return is_denied ? E_ACCES : error;
    }
}

static int execute_named(const char *name) {
    if (!*name)
        return fail_with(E_NOENT);
    if (has_slash(name))
        return fail_with(refusal_of_script(refusal_of_path(name)));
    const char *list = getenv("PATH");
    return fail_with(search(name, list ? list : USUAL_PATH));
}

API int execve(const char *path, char *const *arguments, char *const *variables) {
    return fail_with(refusal_of_path(path));
}

API int execv(const char *path, char *const *arguments) {
    return fail_with(refusal_of_path(path));
}

API int execl(const char *path, const char *argument, ...) {
    return fail_with(refusal_of_path(path));
}

API int execle(const char *path, const char *argument, ...) {
    return fail_with(refusal_of_path(path));
}

API int execvp(const char *name, char *const *arguments) {
    return execute_named(name);
}

API int execvpe(const char *name, char *const *arguments, char *const *variables) {
    return execute_named(name);
}

API int execlp(const char *name, const char *argument, ...) {
    return execute_named(name);
}

API int fexecve(int descriptor, char *const *arguments, char *const *variables) {
    struct open_file *file = opened(descriptor);
    if (!file)
        return -1;
    struct place place = {.node = &nodes[file->node]};
    return fail_with(refusal(&place));
}
