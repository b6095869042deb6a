/* Dates, as glibc has them. */
#ifndef BRAID_TIME_H
#define BRAID_TIME_H

#include "locale.h"

typedef long time_type;

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

#endif
