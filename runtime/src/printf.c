/* The printf family, and its fortified names, which check the size that the compiler knows of the target. */
#include "runtime.h"

static int print_to(struct sink *sink, const char *format, va_list list) {
    struct arguments arguments;
    va_copy(arguments.list, list);
    return format_all(sink, format, &arguments);
}

static int print_into(char *memory, size_t room, const char *format, va_list list) {
    struct sink sink = {.kind = TO_MEMORY, .memory = memory, .room = room};
    struct arguments arguments;
    va_copy(arguments.list, list);
    return format_all(&sink, format, &arguments);
}

static int print_length(const char *format, va_list list) {
    struct sink sink = {.kind = COUNT_ONLY};
    struct arguments arguments;
    va_copy(arguments.list, list);
    return format_all(&sink, format, &arguments);
}

int __braid_format(struct sink *sink, const char *format, va_list list) {
    return print_to(sink, format, list);
}

API int vfprintf(FILE *restrict stream, const char *restrict format, va_list list) {
    if (!is_oriented(stream, OF_BYTES))
        return -1;
    return print_to(&(struct sink){.kind = TO_STREAM, .stream = stream}, format, list);
}

API int vprintf(const char *restrict format, va_list list) {
    return vfprintf(stdout, format, list);
}

int __braid_print_by(write_function *put, int descriptor, const char *format, va_list list) {
    return print_to(&(struct sink){.kind = TO_DESCRIPTOR, .put = put, .descriptor = descriptor}, format, list);
}

API int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list) {
    return print_into(to, size, format, list);
}

API int vsprintf(char *restrict to, const char *restrict format, va_list list) {
    return print_into(to, SIZE_MAX, format, list);
}

API int vasprintf(char **restrict result, const char *restrict format, va_list list) {
    int length = print_length(format, list);
    if (length < 0)
        return -1;
    *result = malloc((size_t)length + 1);
    return *result ? print_into(*result, (size_t)length + 1, format, list) : -1;
}

API int fprintf(FILE *restrict stream, const char *restrict format, ...) {
    WITH_LIST(vfprintf(stream, format, list));
}

API int printf(const char *restrict format, ...) {
    WITH_LIST(vprintf(format, list));
}

API int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
    WITH_LIST(vsnprintf(to, size, format, list));
}

API int sprintf(char *restrict to, const char *restrict format, ...) {
    WITH_LIST(vsprintf(to, format, list));
}

API int asprintf(char **restrict result, const char *restrict format, ...) {
    WITH_LIST(vasprintf(result, format, list));
}

INLINE void check_room(size_t needed, size_t room) {
    if (needed > room)
        __chk_fail();
}

API int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list) {
    return vfprintf(stream, format, list);
}

API int __vprintf_chk(int flag, const char *format, va_list list) {
    return vprintf(format, list);
}

API int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list list) {
    check_room(size, room);
    return vsnprintf(to, size, format, list);
}

/* The text is written as far as there is room, then its length is checked. */
API int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list list) {
    int length = vsnprintf(to, room, format, list);
    if (length >= 0)
        check_room((size_t)length + 1, room);
    return length;
}

API int __vasprintf_chk(char **result, int flag, const char *format, va_list list) {
    return vasprintf(result, format, list);
}

API int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    WITH_LIST(vfprintf(stream, format, list));
}

API int __printf_chk(int flag, const char *format, ...) {
    WITH_LIST(vprintf(format, list));
}

API int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    WITH_LIST(__vsnprintf_chk(to, size, flag, room, format, list));
}

API int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    WITH_LIST(__vsprintf_chk(to, flag, room, format, list));
}

API int __asprintf_chk(char **result, int flag, const char *format, ...) {
    WITH_LIST(vasprintf(result, format, list));
}
