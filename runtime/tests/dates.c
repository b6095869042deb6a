/* Dates: broken down, built up and written. */
#include "native.h"

#include <time.h>

RT(gmtime_r); RT(localtime_r); RT(timegm); RT(mktime); RT(strftime); RT(asctime_r); RT(ctime_r); RT(difftime);

static int same(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon &&
           a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst;
}

static void write_date(const struct tm *tm) {
    static const char flags[] = "_-0^#+", conversions[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
    char format[64] = "<", a[300], b[300];
    for (size_t n = 1 + below(3); n > 0; n--) {
        size_t at = strlen(format);
        format[at++] = '%';
        int flagged = below(3) == 0;
        if (flagged)
            format[at++] = flags[below(sizeof flags - 1)];
        if (below(5) == 0)
            at += (size_t)sprintf(format + at, "%d", (int)below(14));
        if (!flagged && below(12) == 0)
            format[at++] = below(2) ? 'E' : 'O';
        format[at++] = conversions[below(sizeof conversions - 1)];
        format[at] = 0;
    }
    size_t room = below(6) ? sizeof a : below(20), n = strftime(a, room, format, tm), m = rt_strftime(b, room, format, tm);
    CHECK(n == m && (n == 0 || strcmp(a, b) == 0), "%s in %zu: '%s' '%s'", format, room, n ? a : "", m ? b : "");
}

void test_dates(void) {
    setenv("TZ", "UTC", 1);
    tzset();
    for (int i = 0; i < 30000; i++) {
        time_t time = (time_t)(below(2) ? below(4102444800u) : (int64_t)random_bits() >> (below(34) + 5));
        struct tm x = {0}, y = {0};
        char a[64], b[64];
        struct tm *p = gmtime_r(&time, &x), *q = rt_gmtime_r(&time, &y);
        CHECK(!p == !q && (!p || same(&x, &y)), "gmtime of %ld", (long)time);
        if (!p)
            continue;
        CHECK(strcmp(x.tm_zone, y.tm_zone) == 0 && x.tm_gmtoff == y.tm_gmtoff, "zone");
        CHECK(rt_timegm(&y) == time, "timegm of %ld", (long)time);
        rt_localtime_r(&time, &y), localtime_r(&time, &x);
        CHECK(strcmp(x.tm_zone, y.tm_zone) == 0, "zone of localtime: %s", x.tm_zone);
        if (x.tm_year < 8000 && x.tm_year > -2800) {
            CHECK(strcmp(asctime_r(&x, a), rt_asctime_r(&y, b)) == 0 && strcmp(ctime_r(&time, a), rt_ctime_r(&time, b)) == 0, "asctime: %s %s", a, b);
            write_date(&x);
        }
        x.tm_mon += (int)below(60) - 30, x.tm_mday += (int)below(800) - 400, x.tm_hour += (int)below(200) - 100;
        x.tm_min -= (int)below(5000), x.tm_sec += (int)below(100000), x.tm_isdst = 0;
        y = x;
        CHECK(mktime(&x) == rt_mktime(&y) && same(&x, &y), "mktime near %ld", (long)time);
    }
}
