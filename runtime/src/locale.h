/* What of the locale others need. */
#ifndef BRAID_LOCALE_H
#define BRAID_LOCALE_H

#include "runtime.h"

/* Whether characters are those of UTF-8. */
extern int __braid_utf8;

extern const char *const __braid_days[7];
extern const char *const __braid_months[12];

#endif
