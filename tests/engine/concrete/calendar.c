// Dates: leap years, day numbers forth and back, weekdays, Easter, a printed month.
#include <stdio.h>
#include <string.h>

static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }
static int days_in(int y, int m) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[m - 1] + (m == 2 && leap(y));
}

static long number(int y, int m, int d) {
    long years = y - (m <= 2);
    long era = (years >= 0 ? years : years - 399) / 400;
    unsigned of_era = (unsigned)(years - era * 400);
    unsigned of_year = (153u * (unsigned)(m + (m > 2 ? -3 : 9)) + 2) / 5 + (unsigned)d - 1;
    return era * 146097 + (long)(of_era * 365 + of_era / 4 - of_era / 100 + of_year) - 719468;
}

static void date(long z, int *y, int *m, int *d) {
    z += 719468;
    long era = (z >= 0 ? z : z - 146096) / 146097;
    unsigned of_era = (unsigned)(z - era * 146097);
    unsigned years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    unsigned of_year = of_era - (365 * years + years / 4 - years / 100);
    unsigned month = (5 * of_year + 2) / 153;
    *d = (int)(of_year - (153 * month + 2) / 5 + 1);
    *m = (int)(month < 10 ? month + 3 : month - 9);
    *y = (int)((long)years + era * 400) + (*m <= 2);
}

static int weekday(long z) { return (int)(z >= -4 ? (z + 4) % 7 : (z + 5) % 7 + 6); }

static void easter(int y, int *m, int *d) {
    int a = y % 19, b = y / 100, c = y % 100, e = b % 4, g = (8 * b + 13) / 25;
    int h = (19 * a + b - b / 4 - g + 15) % 30, l = (32 + 2 * e + 2 * (c / 4) - h - c % 4) % 7;
    int n = (a + 11 * h + 22 * l) / 451;
    *m = (h + l - 7 * n + 114) / 31;
    *d = (h + l - 7 * n + 114) % 31 + 1;
}

static void month(int y, int m) {
    int start = weekday(number(y, m, 1));
    printf("%04d-%02d\n%*s", y, m, start * 3, "");
    for (int d = 1; d <= days_in(y, m); d++)
        printf("%3d%s", d, (start + d) % 7 == 0 ? "\n" : "");
    puts("");
}

int main(void) {
    static const char *names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    int wrong = 0;
    for (long z = -1000000; z < 1000000; z += 9973) {
        int y, m, d;
        date(z, &y, &m, &d);
        wrong += number(y, m, d) != z || d < 1 || d > days_in(y, m);
    }
    printf("wrong %d\n", wrong);
    static const int days[][3] = {{1970, 1, 1}, {2000, 2, 29}, {1582, 10, 15}, {2038, 1, 19}, {1, 1, 1}};
    for (int i = 0; i < 5; i++) {
        long z = number(days[i][0], days[i][1], days[i][2]);
        printf("%04d-%02d-%02d %ld %s\n", days[i][0], days[i][1], days[i][2], z, names[weekday(z)]);
    }
    for (int y = 1999; y < 2030; y += 6) {
        int m, d;
        easter(y, &m, &d);
        printf("%d %d.%d. %s%s\n", y, d, m, names[weekday(number(y, m, d))], leap(y) ? " leap" : "");
    }
    month(2024, 2);
    month(1999, 8);
    return wrong;
}
