/* Locales: C (also under the name POSIX) and C.UTF-8, which differ in what a character is and in nothing else. Others do not exist here: setlocale
 * says so, and programs go on as they were. The environment decides only where it names one of the two. */
#include "locale.h"

char *getenv(const char *name);

API int __braid_utf8;

enum { CTYPE, NUMERIC, TIME, COLLATE, MONETARY, MESSAGES, ALL, PAPER, NAME, ADDRESS, TELEPHONE, MEASUREMENT, IDENTIFICATION, CATEGORIES };

static const char *const variables[CATEGORIES] = {
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_ALL",
    "LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"};

/* Which categories have UTF-8. */
static unsigned char utf8_of[CATEGORIES];

static const char *name_of(int utf8) {
    return utf8 ? "C.UTF-8" : "C";
}

/* 0 for C, 1 for C.UTF-8, negative for another. */
static int locale_named(const char *name) {
    if (strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return 0;
    if (strcmp(name, "C.UTF-8") == 0 || strcmp(name, "C.utf8") == 0)
        return 1;
    return -1;
}

/* What the environment says of a category. */
static int locale_from_environment(int category) {
    const char *const names[] = {"LC_ALL", variables[category], "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return locale_named(value);
    }
    return 0;
}

static int locale_of(const char *name, int category) {
    return *name ? locale_named(name) : locale_from_environment(category);
}

static int all_equal(void) {
    for (int i = 0; i < CATEGORIES; i++)
        if (i != ALL && utf8_of[i] != utf8_of[CTYPE])
            return 0;
    return 1;
}

/* Names of all categories, where they differ. */
static char *compound_name(void) {
    static char text[400];
    char *p = text;
    static const unsigned char order[] = {CTYPE, NUMERIC, TIME, COLLATE, MONETARY, MESSAGES, PAPER, NAME, ADDRESS, TELEPHONE, MEASUREMENT, IDENTIFICATION};
    for (size_t i = 0; i < sizeof order; i++) {
        strcpy(p, variables[order[i]]);
        strcat(p, "=");
        strcat(p, name_of(utf8_of[order[i]]));
        strcat(p, i + 1 < sizeof order ? ";" : "");
        p += strlen(p);
    }
    return text;
}

static char *current_name(int category) {
    if (category == ALL)
        return all_equal() ? (char *)name_of(utf8_of[CTYPE]) : compound_name();
    return (char *)name_of(utf8_of[category]);
}

/* The categories of LC_ALL, as "LC_CTYPE=C;..." gives them. */
static int set_compound(const char *name) {
    for (int i = 0; i < CATEGORIES; i++) {
        const char *at = name;
        size_t n = strlen(variables[i]);
        while (*at && !(strncmp(at, variables[i], n) == 0 && at[n] == '='))
            at++;
        if (*at)
            utf8_of[i] = strncmp(at + n + 1, "C.", 2) == 0;
    }
    return 1;
}

static int set_all(const char *name) {
    unsigned char wanted[CATEGORIES];
    if (strchr(name, ';'))
        return set_compound(name);
    for (int i = 0; i < CATEGORIES; i++) {
        int utf8 = locale_of(name, i);
        if (utf8 < 0)
            return 0;
        wanted[i] = (unsigned char)utf8;
    }
    memcpy(utf8_of, wanted, sizeof wanted);
    return 1;
}

static int set_one(int category, const char *name) {
    int utf8 = locale_of(name, category);
    if (utf8 >= 0)
        utf8_of[category] = (unsigned char)utf8;
    return utf8 >= 0;
}

API char *setlocale(int category, const char *name) {
    if ((unsigned)category >= CATEGORIES)
        return 0;
    if (name && !(category == ALL ? set_all(name) : set_one(category, name)))
        return 0;
    __braid_utf8 = utf8_of[CTYPE];
    return current_name(category);
}

/* How numbers and amounts look: as glibc's struct. */
struct conventions {
    const char *decimal_point, *thousands_sep, *grouping, *currency[4], *money_grouping, *signs[2];
    char counts[14];
};

API struct conventions *localeconv(void) {
    static struct conventions conventions = {
        ".", "", "", {"", "", "", ""}, "", {"", ""},
        {CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX}};
    return &conventions;
}

/* Items of nl_langinfo: a category in the upper half, a number in the lower. */
enum {
    CODESET = 14,
    RADIX = 0x10000,
    THOUSANDS = 0x10001,
    ABDAY = 0x20000,
    DAY = 0x20007,
    ABMON = 0x2000e,
    MON = 0x2001a,
    AM = 0x20026,
    PM = 0x20027,
    DATE_TIME = 0x20028,
    DATE = 0x20029,
    TIME_OF_DAY = 0x2002a,
    TIME_AM_PM = 0x2002b,
    CURRENCY = 0x4000f,
    YES = 0x50000,
    NO = 0x50001
};

API const char *const __braid_days[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
API const char *const __braid_months[12] = {"January", "February", "March",     "April",   "May",      "June",
                                            "July",    "August",   "September", "October", "November", "December"};
static const char short_days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char short_months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

API char *nl_langinfo(int item) {
    if (item >= ABDAY && item < DAY)
        return (char *)short_days[item - ABDAY];
    if (item >= DAY && item < ABMON)
        return (char *)__braid_days[item - DAY];
    if (item >= ABMON && item < MON)
        return (char *)short_months[item - ABMON];
    if (item >= MON && item < AM)
        return (char *)__braid_months[item - MON];
    switch (item) {
    case CODESET: return __braid_utf8 ? "UTF-8" : "ANSI_X3.4-1968";
    case RADIX: return ".";
    case AM: return "AM";
    case PM: return "PM";
    case DATE_TIME: return "%a %b %e %H:%M:%S %Y";
    case DATE: return "%m/%d/%y";
    case TIME_OF_DAY: return "%H:%M:%S";
    case TIME_AM_PM: return "%I:%M:%S %p";
    case CURRENCY: return "-";
    case YES: return "^[yY]";
    case NO: return "^[nN]";
    default: return "";
    }
}

API char *nl_langinfo_l(int item, void *locale) {
    return nl_langinfo(item);
}

/* Locale objects. Their functions take them and look at nothing but the characters, so what they are called is all there is. */
struct locale {
    int utf8;
};

#define GLOBAL_LOCALE ((struct locale *)-1)
static struct locale objects[2] = {{0}, {1}};
static struct locale *thread_locale = GLOBAL_LOCALE;

API struct locale *newlocale(int mask, const char *name, struct locale *base) {
    int utf8 = name ? locale_of(name, CTYPE) : -1;
    if (utf8 < 0) {
        errno = name ? E_NOENT : E_INVAL;
        return 0;
    }
    return mask & 1 << CTYPE ? &objects[utf8] : base ? base : &objects[0];
}

API struct locale *duplocale(struct locale *locale) {
    return locale == GLOBAL_LOCALE ? &objects[__braid_utf8] : locale;
}

API void freelocale(struct locale *locale) {}

API struct locale *uselocale(struct locale *locale) {
    struct locale *before = thread_locale;
    if (locale) {
        thread_locale = locale;
        __braid_utf8 = locale == GLOBAL_LOCALE ? utf8_of[CTYPE] : locale->utf8;
    }
    return before;
}

/* Texts are not translated. */
API char *gettext(const char *text) {
    return (char *)text;
}

API char *dgettext(const char *domain, const char *text) {
    return (char *)text;
}

API char *dcgettext(const char *domain, const char *text, int category) {
    return (char *)text;
}

API char *ngettext(const char *one, const char *many, unsigned long n) {
    return (char *)(n == 1 ? one : many);
}

API char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    return (char *)(n == 1 ? one : many);
}

API char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
    return (char *)(n == 1 ? one : many);
}

API char *textdomain(const char *domain) {
    return (char *)(domain && *domain ? domain : "messages");
}

API char *bindtextdomain(const char *domain, const char *folder) {
    return (char *)(folder ? folder : "/usr/share/locale");
}

API char *bind_textdomain_codeset(const char *domain, const char *codeset) {
    return (char *)codeset;
}
