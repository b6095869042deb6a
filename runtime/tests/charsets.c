/* iconv on random bytes, mostly proper ones. */
#include "native.h"

#include <iconv.h>

RT(iconv_open); RT(iconv); RT(iconv_close); RT(__errno_location);

static const char *const sets[] = {"UTF-8", "ASCII", "ISO-8859-1", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"};
enum { SETS = sizeof sets / sizeof *sets, ROOM = 64 };

static size_t random_text(const char *set, char *to) {
    size_t n = below(12), left = 4 * n, room = ROOM;
    uint32_t text[12];
    char *from = (char *)text, *at = to;
    for (size_t i = 0; i < n; i++)
        text[i] = (uint32_t)(below(3) ? below(128) : below(2) ? below(0x900) : below(0x110100));
    iconv_t made = iconv_open(set, "UTF-32LE");
    iconv(made, &from, &left, &at, &room);
    iconv_close(made);
    size_t length = (size_t)(at - to);
    if (length && below(3) == 0)
        to[below(length)] = (char)random_bits();
    return length && below(4) == 0 ? length - 1 : length;
}

void test_charsets(void) {
    for (int i = 0; i < 20000; i++) {
        const char *a = sets[below(SETS)], *b = sets[below(SETS)];
        char text[ROOM], x[ROOM] = "", y[ROOM] = "", *p = text, *q = text, *to = x, *too = y;
        size_t n = random_text(a, text), m = n, room = below(3) ? ROOM : below(8), rest = room;
        iconv_t one = iconv_open(b, a), other = rt_iconv_open(b, a);
        errno = *rt___errno_location() = 0;
        size_t r = iconv(one, &p, &n, &to, &room), s = rt_iconv(other, &q, &m, &too, &rest);
        CHECK(r == s && errno == *rt___errno_location(), "%s to %s: %zd %d, %zd %d", a, b, (ssize_t)r, errno, (ssize_t)s, *rt___errno_location());
        CHECK(n == m && room == rest && p == q && memcmp(x, y, ROOM) == 0, "%s to %s: %zu %zu left, room %zu %zu", a, b, n, m, room, rest);
        CHECK(iconv_close(one) == rt_iconv_close(other), "iconv_close");
    }
}
