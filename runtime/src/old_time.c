/* Times as C11 and as old programs ask for them. */
#include "runtime.h"

/* A moment: seconds and nanoseconds. */
struct since {
    long seconds, part;
};

int clock_gettime(int clock, struct since *now);
int clock_getres(int clock, struct since *step);

enum { OF_DAY = 0, UTC_BASE = 1, MILLIONTH = 1000000, YEAR_DAYS = 365 };

API int timespec_get(struct since *to, int base) {
    return base == UTC_BASE && clock_gettime(OF_DAY, to) == 0 ? base : 0;
}

API int timespec_getres(struct since *to, int base) {
    if (base != UTC_BASE)
        return 0;
    if (to)
        clock_getres(OF_DAY, to);
    return base;
}

/* A moment with thousandths; the zone is UTC. */
struct old_moment {
    long seconds;
    unsigned short thousandths;
    short zone, summer;
};

API int ftime(struct old_moment *to) {
    struct since now;
    clock_gettime(OF_DAY, &now);
    *to = (struct old_moment){now.seconds, (unsigned short)(now.part / MILLIONTH), 0, 0};
    return 0;
}

API int dysize(int year) {
    return YEAR_DAYS + (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}
