/* strftime in the C locale, with glibc's flags (_ - 0 ^ #) and widths. What is no conversion stands for itself. */
#include "time.h"

time_type mktime(struct tm *tm);

/* Where the text goes. `count` may pass `room`: then it does not fit. */
struct text {
    char *to;
    size_t room, count;
};

/* A conversion: its padding (0 for that of the letter), width (negative for none), whether letters are raised or swapped. */
struct date_spec {
    char padding;
    int width;
    int upper, swapped;
    char modifier;
};

static void add_character(struct text *text, char c) {
    if (text->to && text->count < text->room)
        text->to[text->count] = c;
    text->count++;
}

static void pad(struct text *text, const struct date_spec *spec, int length) {
    char c = spec->padding == '0' ? '0' : ' ';
    for (int i = length; i < spec->width; i++)
        add_character(text, c);
}

static char raised(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static void add_text(struct text *text, const struct date_spec *spec, const char *s, size_t n, int lower) {
    pad(text, spec, (int)n);
    for (size_t i = 0; i < n; i++)
        add_character(text, lower ? lowered(s[i]) : spec->upper ? raised(s[i]) : s[i]);
}

/* A number of at least `digits` digits, filled up with `usual` unless the flags say otherwise. */
static void add_number(struct text *text, const struct date_spec *spec, int64_t n, int digits, char usual) {
    char reversed[24];
    int count = 0, negative = n < 0;
    char padding = spec->padding == '-' || spec->padding == '_' ? ' ' : spec->padding ? '0' : usual;
    uint64_t left = negative ? -(uint64_t)n : (uint64_t)n;
    do
        reversed[count++] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    int wanted = spec->width > digits || spec->padding == '-' ? spec->width : digits;
    int fill = wanted - count - negative;
    if (padding == ' ')
        for (int i = 0; i < fill; i++)
            add_character(text, ' ');
    if (negative)
        add_character(text, '-');
    if (padding == '0')
        for (int i = 0; i < fill; i++)
            add_character(text, '0');
    while (count > 0)
        add_character(text, reversed[--count]);
}

/* The number of the week that a day of the year lies in, if weeks begin on `first`. */
static int week_of(const struct tm *tm, int first) {
    return (tm->tm_yday - (tm->tm_wday - first + 7) % 7 + 7) / 7;
}

static int days_in(int64_t year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 366 : 365;
}

/* Days since the Monday of the first week of the year by ISO 8601; negative before it. */
static int iso_days(int day_of_year, int weekday) {
    int big_enough = 3 * 7;
    return day_of_year - (day_of_year - weekday + 4 + big_enough) % 7 + 4 - 1;
}

/* The year and week by ISO 8601. */
static void iso_week(const struct tm *tm, int64_t *year, int *week) {
    *year = (int64_t)tm->tm_year + 1900;
    int days = iso_days(tm->tm_yday, tm->tm_wday);
    if (days < 0) {
        --*year;
        days = iso_days(tm->tm_yday + days_in(*year), tm->tm_wday);
    } else {
        int next = iso_days(tm->tm_yday - days_in(*year), tm->tm_wday);
        if (next >= 0) {
            ++*year;
            days = next;
        }
    }
    *week = days / 7 + 1;
}

static void add_date(struct text *text, const char *format, const struct tm *tm, int upper);

/* A conversion that stands for several. */
static void add_compound(struct text *text, const struct date_spec *spec, const char *format, const struct tm *tm) {
    struct text measure = {0, 0, 0};
    add_date(&measure, format, tm, spec->upper);
    pad(text, spec, (int)measure.count);
    add_date(text, format, tm, spec->upper);
}

static void add_zone(struct text *text, const struct date_spec *spec, const struct tm *tm) {
    long offset = tm->tm_gmtoff, minutes = offset / 60;
    if (tm->tm_isdst < 0)
        return;
    long magnitude = minutes < 0 ? -minutes : minutes;
    pad(text, spec, 1);
    add_character(text, offset < 0 ? '-' : '+');
    add_number(text, spec, magnitude / 60 * 100 + magnitude % 60, 4, '0');
}

static const char *name_in(const char *const *names, int i, int count) {
    return i >= 0 && i < count ? names[i] : "?";
}

static void add_name(struct text *text, struct date_spec spec, const char *name, int is_short) {
    spec.upper |= spec.swapped;
    size_t n = strlen(name);
    add_text(text, &spec, name, is_short && n > 3 ? 3 : n, 0);
}

static void add_seconds(struct text *text, const struct date_spec *spec, const struct tm *tm) {
    struct tm copy = *tm;
    add_number(text, spec, mktime(&copy), 1, ' ');
}

static int hour_of_12(int hour) {
    return hour > 12 ? hour - 12 : hour == 0 ? 12 : hour;
}

/* Numbers of two or three digits. True if the letter is such a one. */
static int add_simple(struct text *text, const struct date_spec *spec, char letter, const struct tm *tm) {
    switch (letter) {
    case 'd': add_number(text, spec, tm->tm_mday, 2, '0'); return 1;
    case 'e': add_number(text, spec, tm->tm_mday, 2, ' '); return 1;
    case 'H': add_number(text, spec, tm->tm_hour, 2, '0'); return 1;
    case 'k': add_number(text, spec, tm->tm_hour, 2, ' '); return 1;
    case 'I': add_number(text, spec, hour_of_12(tm->tm_hour), 2, '0'); return 1;
    case 'l': add_number(text, spec, hour_of_12(tm->tm_hour), 2, ' '); return 1;
    case 'j': add_number(text, spec, (int64_t)tm->tm_yday + 1, 3, '0'); return 1;
    case 'M': add_number(text, spec, tm->tm_min, 2, '0'); return 1;
    case 'm': add_number(text, spec, (int64_t)tm->tm_mon + 1, 2, '0'); return 1;
    case 'S': add_number(text, spec, tm->tm_sec, 2, '0'); return 1;
    case 'U': add_number(text, spec, week_of(tm, 0), 2, '0'); return 1;
    case 'W': add_number(text, spec, week_of(tm, 1), 2, '0'); return 1;
    case 'u': add_number(text, spec, (tm->tm_wday - 1 + 7) % 7 + 1, 1, '0'); return 1;
    case 'w': add_number(text, spec, tm->tm_wday, 1, '0'); return 1;
    default: return 0;
    }
}

/* Years, whole and in parts. */
static int add_years(struct text *text, const struct date_spec *spec, char letter, const struct tm *tm) {
    int64_t year = (int64_t)tm->tm_year + 1900;
    switch (letter) {
    case 'Y': add_number(text, spec, year, 1, '0'); return 1;
    case 'C': add_number(text, spec, year / 100 - (year % 100 < 0), 1, '0'); return 1;
    case 'y': add_number(text, spec, (year % 100 + 100) % 100, 2, '0'); return 1;
    default: return 0;
    }
}

/* Years and weeks by ISO 8601. */
static int add_weeks(struct text *text, const struct date_spec *spec, char letter, const struct tm *tm) {
    int64_t year;
    int week;
    if (letter != 'G' && letter != 'g' && letter != 'V')
        return 0;
    iso_week(tm, &year, &week);
    switch (letter) {
    case 'G': add_number(text, spec, year, 1, '0'); break;
    case 'g': add_number(text, spec, (year % 100 + 100) % 100, 2, '0'); break;
    default: add_number(text, spec, week, 2, '0'); break;
    }
    return 1;
}

static const char *day_of(const struct tm *tm) {
    return name_in(__braid_days, tm->tm_wday, 7);
}

static const char *month_of(const struct tm *tm) {
    return name_in(__braid_months, tm->tm_mon, 12);
}

/* True if the letter is a conversion. What it does not need of a date is not looked at: programs leave it unwritten. */
static int add_conversion(struct text *text, const struct date_spec *spec, char letter, const struct tm *tm) {
    if (add_simple(text, spec, letter, tm) || add_years(text, spec, letter, tm) || add_weeks(text, spec, letter, tm))
        return 1;
    switch (letter) {
    case 'a': add_name(text, *spec, day_of(tm), 1); break;
    case 'A': add_name(text, *spec, day_of(tm), 0); break;
    case 'b':
    case 'h': add_name(text, *spec, month_of(tm), 1); break;
    case 'B': add_name(text, *spec, month_of(tm), 0); break;
    case 'c': add_compound(text, spec, "%a %b %e %H:%M:%S %Y", tm); break;
    case 'D':
    case 'x': add_compound(text, spec, "%m/%d/%y", tm); break;
    case 'F': add_compound(text, spec, "%Y-%m-%d", tm); break;
    case 'r': add_compound(text, spec, "%I:%M:%S %p", tm); break;
    case 'R': add_compound(text, spec, "%H:%M", tm); break;
    case 'T':
    case 'X': add_compound(text, spec, "%H:%M:%S", tm); break;
    case 'P': add_text(text, spec, tm->tm_hour > 11 ? "pm" : "am", 2, 1); break;
    case 'p': add_text(text, spec, tm->tm_hour > 11 ? "PM" : "AM", 2, spec->swapped); break;
    case 's': add_seconds(text, spec, tm); break;
    case 'z': add_zone(text, spec, tm); break;
    case 'Z': {
        const char *zone = tm->tm_zone ? tm->tm_zone : "";
        add_text(text, spec, zone, strlen(zone), spec->swapped);
        break;
    }
    case 'n': add_text(text, spec, "\n", 1, 0); break;
    case 't': add_text(text, spec, "\t", 1, 0); break;
    case '%': add_text(text, spec, "%", 1, 0); break;
    default: return 0;
    }
    return 1;
}

static const char *read_date_spec(const char *s, struct date_spec *spec) {
    for (;; s++) {
        switch (*s) {
        case '_':
        case '-':
        case '0': spec->padding = *s; continue;
        case '^': spec->upper = 1; continue;
        case '#': spec->swapped = 1; continue;
        }
        break;
    }
    if (*s >= '0' && *s <= '9')
        for (spec->width = 0; *s >= '0' && *s <= '9'; s++)
            spec->width = spec->width < INT_MAX / 10 ? spec->width * 10 + (*s - '0') : INT_MAX / 10;
    spec->modifier = *s == 'E' || *s == 'O' ? *s++ : 0;
    return s;
}

/* Whether the letter may have the modifier. */
static int is_modified(char modifier, char letter) {
    static const char not_e[] = "aAbhBdeHIkljMmSUVgGWwDF", not_o[] = "aAcxXYDF";
    return !modifier || !strchr(modifier == 'E' ? not_e : not_o, letter);
}

static void add_date(struct text *text, const char *format, const struct tm *tm, int upper) {
    for (; *format; format++) {
        if (*format != '%') {
            add_character(text, *format);
            continue;
        }
        struct date_spec spec = {.width = -1, .upper = upper};
        const char *start = format;
        format = read_date_spec(format + 1, &spec);
        if (!*format || !is_modified(spec.modifier, *format) || !add_conversion(text, &spec, *format, tm))
            add_text(text, &spec, start, (size_t)(format - start) + (*format != 0), 0);
        format -= !*format;
    }
}

API size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict tm) {
    struct text text = {to, size, 0};
    add_date(&text, format, tm, 0);
    if (text.count >= size) {
        errno = E_RANGE;
        return 0;
    }
    to[text.count] = 0;
    return text.count;
}

API size_t strftime_l(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict tm, void *locale) {
    return strftime(to, size, format, tm);
}
