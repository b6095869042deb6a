/* strptime: dates from text, in C's locales. What is not said follows from the rest: days of the week and of the year from a date, a date from the
 * day of the year or from a week and a day of it. */
#include "time.h"

int strncasecmp(const char *a, const char *b, size_t n);
int isspace(int c);
struct tm *localtime_r(const time_type *restrict time, struct tm *restrict tm);

/* What was read that is no field of a date, and what of one was read. */
struct reading {
    int is_12, is_pm, century, uses_century;
    int has_weekday, has_day, has_month, has_day_of_year, wants_days;
    /* The number of a week, counted from its first Sunday or Monday. */
    int has_sundays, has_mondays, week;
};

static const unsigned short days_before[2][13] = {{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
                                                  {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366}};

static int is_leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The number of years before a year that are leap. */
static int64_t leaps_before(int64_t year) {
    year--;
    return year / 4 - year / 100 + year / 400;
}

static void find_weekday(struct tm *tm) {
    int64_t year = (int64_t)tm->tm_year + 1900;
    int64_t days = year * 365 + leaps_before(year) + days_before[is_leap((int)year)][tm->tm_mon] + tm->tm_mday;
    tm->tm_wday = (int)(((days - 1 - 365) % 7 + 7 + 1) % 7);
}

static void find_day_of_year(struct tm *tm) {
    tm->tm_yday = days_before[is_leap(tm->tm_year + 1900)][tm->tm_mon] + tm->tm_mday - 1;
}

/* The month and its day, as far as they were not read, from the day of the year. */
static void find_date(struct tm *tm, const struct reading *reading) {
    const unsigned short *before = days_before[is_leap(tm->tm_year + 1900)];
    int month = 0;
    while (month < 13 && before[month] <= tm->tm_yday)
        month++;
    if (!reading->has_month)
        tm->tm_mon = month - 1;
    if (!reading->has_day)
        tm->tm_mday = tm->tm_yday - before[month - 1] + 1;
}

static const char *skip_blank(const char *s) {
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

/* A number of at most `digits` digits between two bounds, behind spaces; null if there is none. */
static const char *read_field(const char *s, int least, int most, int digits, int *to) {
    int n = 0;
    while (*s == ' ')
        s++;
    if (*s < '0' || *s > '9')
        return 0;
    do
        n = n * 10 + (*s++ - '0');
    while (--digits > 0 && n * 10 <= most && *s >= '0' && *s <= '9');
    if (n < least || n > most)
        return 0;
    *to = n;
    return s;
}

/* One of the names, whole or its first three letters, in any case. */
static const char *read_name(const char *s, const char *const *names, int count, int *to) {
    for (int i = 0; i < count; i++) {
        size_t n = strlen(names[i]);
        n = strncasecmp(s, names[i], n) == 0 ? n : 3;
        if (strncasecmp(s, names[i], n) == 0) {
            *to = i;
            return s + n;
        }
    }
    return 0;
}

static const char *read_half(const char *s, struct reading *reading) {
    reading->is_pm = strncasecmp(s, "PM", 2) == 0;
    return reading->is_pm || strncasecmp(s, "AM", 2) == 0 ? s + 2 : 0;
}

static const char *read_epoch(const char *s, struct tm *tm) {
    int64_t seconds = 0;
    if (*s < '0' || *s > '9')
        return 0;
    for (; *s >= '0' && *s <= '9'; s++)
        seconds = seconds * 10 + (*s - '0');
    time_type time = (time_type)seconds;
    if (time != seconds)
        __braid_unsupported("strptime of more seconds than a time has");
    return localtime_r(&time, tm) ? s : 0;
}

/* Z, or a sign and hours, with minutes behind a colon or without. */
static const char *read_offset(const char *s, struct tm *tm) {
    int digits = 0, n = 0;
    s = skip_blank(s);
    if (*s == 'Z') {
        tm->tm_gmtoff = 0;
        return s + 1;
    }
    if (*s != '+' && *s != '-')
        return 0;
    int is_negative = *s++ == '-';
    while (digits < 4 && *s >= '0' && *s <= '9') {
        n = n * 10 + (*s++ - '0');
        digits++;
        if (*s == ':' && digits == 2 && s[1] >= '0' && s[1] <= '9')
            s++;
    }
    if (digits == 2)
        n *= 100;
    if ((digits != 2 && digits != 4) || n % 100 >= 60)
        return 0;
    tm->tm_gmtoff = n / 100 * 3600 + n % 100 * 60;
    tm->tm_gmtoff = is_negative ? -tm->tm_gmtoff : tm->tm_gmtoff;
    return s;
}

static const char *read_date(const char *s, const char *format, struct tm *tm, struct reading *reading);

/* Fields that are numbers of the clock. */
static const char *read_clock(const char *s, char letter, struct tm *tm, struct reading *reading) {
    switch (letter) {
    case 'H':
    case 'k': reading->is_12 = 0; return read_field(s, 0, 23, 2, &tm->tm_hour);
    case 'I':
    case 'l':
        reading->is_12 = 1;
        s = read_field(s, 1, 12, 2, &tm->tm_hour);
        tm->tm_hour = s ? tm->tm_hour % 12 : tm->tm_hour;
        return s;
    case 'M': return read_field(s, 0, 59, 2, &tm->tm_min);
    case 'S': return read_field(s, 0, 61, 2, &tm->tm_sec);
    default: return read_half(s, reading);
    }
}

static const char *read_year(const char *s, char letter, struct tm *tm, struct reading *reading) {
    int n = 0;
    reading->wants_days = 1;
    if (letter == 'C')
        return read_field(s, 0, 99, 2, &reading->century);
    reading->uses_century = letter == 'y';
    s = letter == 'y' ? read_field(s, 0, 99, 2, &n) : read_field(s, 0, 9999, 4, &n);
    if (s)
        tm->tm_year = letter == 'Y' ? n - 1900 : n >= 69 ? n : n + 100;
    return s;
}

/* Days, weeks and months. */
static const char *read_day(const char *s, char letter, struct tm *tm, struct reading *reading) {
    int n = 0;
    switch (letter) {
    case 'a':
    case 'A': reading->has_weekday = 1; return read_name(s, __braid_days, 7, &tm->tm_wday);
    case 'b':
    case 'B':
    case 'h': reading->has_month = reading->wants_days = 1; return read_name(s, __braid_months, 12, &tm->tm_mon);
    case 'd':
    case 'e': reading->has_day = reading->wants_days = 1; return read_field(s, 1, 31, 2, &tm->tm_mday);
    case 'j':
        s = read_field(s, 1, 366, 3, &n);
        tm->tm_yday = s ? n - 1 : tm->tm_yday;
        reading->has_day_of_year = 1;
        return s;
    case 'm':
        s = read_field(s, 1, 12, 2, &n);
        tm->tm_mon = s ? n - 1 : tm->tm_mon;
        reading->has_month = reading->wants_days = 1;
        return s;
    case 'U': reading->has_sundays = 1; return read_field(s, 0, 53, 2, &reading->week);
    case 'W': reading->has_mondays = 1; return read_field(s, 0, 53, 2, &reading->week);
    case 'V': return read_field(s, 0, 53, 2, &n);
    case 'w':
        s = read_field(s, 0, 6, 1, &n);
        break;
    default: s = read_field(s, 1, 7, 1, &n);
    }
    tm->tm_wday = s ? n % 7 : tm->tm_wday;
    reading->has_weekday = 1;
    return s;
}

static const char *read_iso_year(const char *s, char letter) {
    int n;
    if (letter == 'g')
        return read_field(s, 0, 99, 2, &n);
    if (*s < '0' || *s > '9')
        return 0;
    while (*s >= '0' && *s <= '9')
        s++;
    return s;
}

static const char *read_zone_name(const char *s) {
    s = skip_blank(s);
    while (*s && !isspace((unsigned char)*s))
        s++;
    return s;
}

/* Carries out one conversion; null if the text does not fit. */
static const char *read_conversion(const char *s, char letter, struct tm *tm, struct reading *reading) {
    switch (letter) {
    case '%': return *s == '%' ? s + 1 : 0;
    case 'n':
    case 't': return skip_blank(s);
    case 'H':
    case 'k':
    case 'I':
    case 'l':
    case 'M':
    case 'S':
    case 'p': return read_clock(s, letter, tm, reading);
    case 'C':
    case 'y':
    case 'Y': return read_year(s, letter, tm, reading);
    case 'g':
    case 'G': return read_iso_year(s, letter);
    case 'c': reading->wants_days = 1; return read_date(s, "%a %b %e %H:%M:%S %Y", tm, reading);
    case 'D':
    case 'x': reading->wants_days = 1; return read_date(s, "%m/%d/%y", tm, reading);
    case 'F': reading->wants_days = 1; return read_date(s, "%Y-%m-%d", tm, reading);
    case 'r': return read_date(s, "%I:%M:%S %p", tm, reading);
    case 'R': return read_date(s, "%H:%M", tm, reading);
    case 'T':
    case 'X': return read_date(s, "%H:%M:%S", tm, reading);
    case 's': return read_epoch(s, tm);
    case 'z': return read_offset(s, tm);
    case 'Z': return read_zone_name(s);
    default: return strchr("aAbBhdejmUWVwu", letter) ? read_day(s, letter, tm, reading) : 0;
    }
}

static const char *read_date(const char *s, const char *format, struct tm *tm, struct reading *reading) {
    for (; *format && s; format++) {
        if (isspace((unsigned char)*format)) {
            s = skip_blank(s);
            continue;
        }
        if (*format != '%') {
            s = *s == *format ? s + 1 : 0;
            continue;
        }
        do
            format++;
        while (*format && strchr("-_0^#", *format));
        if (*format == 'E' || *format == 'O') {
            const char *allowed = *format == 'E' ? "cCyYxX" : "deHImMSUWVwy";
            format++;
            if (!*format || !strchr(allowed, *format))
                return 0;
            if (*allowed == 'c' && strchr("CyY", *format))
                __braid_unsupported("strptime of a year in an era (%EC, %Ey, %EY)");
        }
        if (!*format)
            return 0;
        s = read_conversion(s, *format, tm, reading);
    }
    return s;
}

/* The day of the year from a week and the day of it. */
static void find_by_week(struct tm *tm, struct reading *reading) {
    struct tm first = {.tm_year = tm->tm_year, .tm_mon = 0, .tm_mday = 1};
    int offset = !reading->has_sundays;
    find_weekday(&first);
    if (!reading->has_day_of_year)
        tm->tm_yday = (7 - (first.tm_wday - offset)) % 7 + (reading->week - 1) * 7 + (tm->tm_wday - offset + 7) % 7;
    if (!reading->has_day || !reading->has_month)
        find_date(tm, reading);
}

static void complete(struct tm *tm, struct reading *reading) {
    if (reading->is_12 && reading->is_pm)
        tm->tm_hour += 12;
    if (reading->century >= 0)
        tm->tm_year = (reading->uses_century ? tm->tm_year % 100 : 0) + (reading->century - 19) * 100;
    if (reading->wants_days && !reading->has_weekday) {
        if (!(reading->has_month && reading->has_day) && reading->has_day_of_year)
            find_date(tm, reading);
        if (reading->has_month || (unsigned)tm->tm_mon <= 11)
            find_weekday(tm);
    }
    if (reading->wants_days && !reading->has_day_of_year && (reading->has_month || (unsigned)tm->tm_mon <= 11))
        find_day_of_year(tm);
    if ((reading->has_sundays || reading->has_mondays) && reading->has_weekday)
        find_by_week(tm, reading);
}

API char *strptime(const char *restrict s, const char *restrict format, struct tm *restrict tm) {
    struct reading reading = {.century = -1};
    s = read_date(s, format, tm, &reading);
    if (s)
        complete(tm, &reading);
    return (char *)s;
}

API char *strptime_l(const char *restrict s, const char *restrict format, struct tm *restrict tm, void *locale) {
    return strptime(s, format, tm);
}
