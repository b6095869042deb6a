/* Fortified names of memory and string functions: the size that the compiler knows of the target is checked first. */
#include "runtime.h"

void *mempcpy(void *restrict to, const void *restrict from, size_t n);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t n);

API void *__memcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t room) {
    check_room(n, room);
    return memcpy(to, from, n);
}

API void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
    check_room(n, room);
    return memmove(to, from, n);
}

API void *__memset_chk(void *to, int byte, size_t n, size_t room) {
    check_room(n, room);
    return memset(to, byte, n);
}

API void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t room) {
    check_room(n, room);
    return mempcpy(to, from, n);
}

API void __explicit_bzero_chk(void *to, size_t n, size_t room) {
    check_room(n, room);
    memset(to, 0, n);
}

API char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room) {
    check_room(strlen(from) + 1, room);
    return strcpy(to, from);
}

API char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room) {
    check_room(strlen(from) + 1, room);
    return stpcpy(to, from);
}

API char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room) {
    check_room(n, room);
    return strncpy(to, from, n);
}

API char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room) {
    check_room(n, room);
    return stpncpy(to, from, n);
}

API char *__strcat_chk(char *restrict to, const char *restrict from, size_t room) {
    check_room(strlen(to) + strlen(from) + 1, room);
    return strcat(to, from);
}

API char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t room) {
    check_room(strlen(to) + strnlen(from, n) + 1, room);
    return strncat(to, from, n);
}
