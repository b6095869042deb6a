/* Calendar time. The time zone is UTC, whatever the environment says: a replay runs there, too, unless TZ is set.
 *
 * Days are counted from 1970-01-01 and turned into dates by way of eras of 400 years, without loops over years. */
#include "time.h"

static const char utc[] = "UTC", gmt[] = "GMT";

API long timezone;
API int daylight;
API char *tzname[2] = {(char *)utc, (char *)utc};
extern long __timezone __attribute__((weak, alias("timezone")));
extern int __daylight __attribute__((weak, alias("daylight")));
extern char *__tzname[2] __attribute__((weak, alias("tzname")));

API void tzset(void) {}

enum { DAY_SECONDS = 86400, ERA_DAYS = 146097, ERA_YEARS = 400, EPOCH_SHIFT = 719468 };

/* Division that rounds down. */
static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* The number of a day; months count from 0 and may be any number from 0 to 11. */
static int64_t days_of(int64_t year, int month, int64_t day) {
    year -= month < 2;
    int64_t era = floor_div(year, ERA_YEARS), of_era = year - era * ERA_YEARS;
    int64_t of_year = (153 * (month < 2 ? month + 10 : month - 2) + 2) / 5 + day - 1;
    return era * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year - EPOCH_SHIFT;
}

/* Fills in the date of a day; false if the year is no int. */
static int date_of(int64_t days, struct tm *tm) {
    int64_t shifted = days + EPOCH_SHIFT, era = floor_div(shifted, ERA_DAYS), of_era = shifted - era * ERA_DAYS;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t shifted_month = (5 * of_year + 2) / 153;
    tm->tm_mday = (int)(of_year - (153 * shifted_month + 2) / 5 + 1);
    tm->tm_mon = (int)(shifted_month < 10 ? shifted_month + 2 : shifted_month - 10);
    int64_t year = era * ERA_YEARS + year_of_era + (tm->tm_mon < 2);
    tm->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
    tm->tm_yday = (int)(days - days_of(year, 0, 1));
    tm->tm_year = (int)(year - 1900);
    return year - 1900 == tm->tm_year;
}

static struct tm *break_down(int64_t time, struct tm *tm, const char *zone) {
    int64_t days = floor_div(time, DAY_SECONDS), rest = time - days * DAY_SECONDS;
    if (!date_of(days, tm)) {
        errno = E_OVERFLOW;
        return 0;
    }
    tm->tm_hour = (int)(rest / 3600);
    tm->tm_min = (int)(rest / 60 % 60);
    tm->tm_sec = (int)(rest % 60);
    tm->tm_isdst = 0;
    tm->tm_gmtoff = 0;
    tm->tm_zone = zone;
    return tm;
}

static struct tm shared;

API struct tm *gmtime_r(const time_type *restrict time, struct tm *restrict tm) {
    return break_down(*time, tm, gmt);
}

API struct tm *gmtime(const time_type *time) {
    return break_down(*time, &shared, gmt);
}

API struct tm *localtime_r(const time_type *restrict time, struct tm *restrict tm) {
    return break_down(*time, tm, utc);
}

API struct tm *localtime(const time_type *time) {
    return break_down(*time, &shared, utc);
}

/* The seconds of a date whose fields may lie outside of their ranges; the fields are brought into them. */
static time_type build_up(struct tm *tm, const char *zone) {
    int64_t months = tm->tm_mon, year = (int64_t)tm->tm_year + 1900 + floor_div(months, 12);
    int64_t days = days_of(year, (int)(months - floor_div(months, 12) * 12), 1) + tm->tm_mday - 1;
    int64_t time = days * DAY_SECONDS + (int64_t)tm->tm_hour * 3600 + (int64_t)tm->tm_min * 60 + tm->tm_sec;
    struct tm normal;
    if (time != (time_type)time || !break_down(time, &normal, zone)) {
        errno = E_OVERFLOW;
        return -1;
    }
    *tm = normal;
    return (time_type)time;
}

API time_type timegm(struct tm *tm) {
    return build_up(tm, gmt);
}

API time_type mktime(struct tm *tm) {
    return build_up(tm, utc);
}

API time_type timelocal(struct tm *tm) {
    return mktime(tm);
}

API double difftime(time_type a, time_type b) {
    return (double)a - (double)b;
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...);

enum { DATE_TEXT = 64 };

/* "Thu Jan  1 00:00:00 1970\n". */
API char *asctime_r(const struct tm *restrict tm, char *restrict to) {
    const char *day = (unsigned)tm->tm_wday < 7 ? __braid_days[tm->tm_wday] : "???";
    const char *month = (unsigned)tm->tm_mon < 12 ? __braid_months[tm->tm_mon] : "???";
    if (tm->tm_year > INT_MAX - 1900) {
        errno = E_OVERFLOW;
        return 0;
    }
    snprintf(to, DATE_TEXT, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
    return to;
}

API char *asctime(const struct tm *tm) {
    static char text[DATE_TEXT];
    return asctime_r(tm, text);
}

API char *ctime_r(const time_type *restrict time, char *restrict to) {
    struct tm tm;
    return break_down(*time, &tm, utc) ? asctime_r(&tm, to) : 0;
}

API char *ctime(const time_type *time) {
    struct tm *tm = localtime(time);
    return tm ? asctime(tm) : 0;
}
