/* Fortified names of functions on wide strings: the room that the compiler knows of the target, in characters, is checked first. */
#include "conversion.h"
#include "wide_stream.h"

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n);
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n, struct conversion *restrict state);
size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, struct conversion *restrict state);
size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t characters, size_t n, struct conversion *restrict state);
int wctomb(char *to, wchar_t c);

static void need_wide_room(size_t needed, size_t room) {
    if (needed > room)
        __chk_fail();
}

API wchar_t *__wmemcpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t n, size_t room) {
    need_wide_room(n, room);
    return wmemcpy(to, from, n);
}

API wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
    need_wide_room(n, room);
    return wmemmove(to, from, n);
}

API wchar_t *__wmempcpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t n, size_t room) {
    need_wide_room(n, room);
    return wmempcpy(to, from, n);
}

API wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t room) {
    need_wide_room(n, room);
    return wmemset(to, c, n);
}

API wchar_t *__wcscpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t room) {
    need_wide_room(wcslen(from) + 1, room);
    return wcscpy(to, from);
}

API wchar_t *__wcpcpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t room) {
    need_wide_room(wcslen(from) + 1, room);
    return wcpcpy(to, from);
}

API wchar_t *__wcsncpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t n, size_t room) {
    need_wide_room(n, room);
    return wcsncpy(to, from, n);
}

API wchar_t *__wcpncpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t n, size_t room) {
    need_wide_room(n, room);
    return wcpncpy(to, from, n);
}

API wchar_t *__wcscat_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t room) {
    need_wide_room(wcslen(to) + wcslen(from) + 1, room);
    return wcscat(to, from);
}

API wchar_t *__wcsncat_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t n, size_t room) {
    need_wide_room(wcslen(to) + wcsnlen(from, n) + 1, room);
    return wcsncat(to, from, n);
}

API size_t __mbsnrtowcs_chk(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n, struct conversion *restrict state, size_t room) {
    need_wide_room(n, room);
    return mbsnrtowcs(to, from, bytes, n, state);
}

API size_t __wcsrtombs_chk(char *restrict to, const wchar_t **restrict from, size_t n, struct conversion *restrict state, size_t room) {
    need_wide_room(n, room);
    return wcsrtombs(to, from, n, state);
}

API size_t __wcsnrtombs_chk(char *restrict to, const wchar_t **restrict from, size_t characters, size_t n, struct conversion *restrict state, size_t room) {
    need_wide_room(n, room);
    return wcsnrtombs(to, from, characters, n, state);
}

size_t __ctype_get_mb_cur_max(void);

API int __wctomb_chk(char *to, wchar_t c, size_t room) {
    need_wide_room(__ctype_get_mb_cur_max(), room);
    return wctomb(to, c);
}
