/* Reads how long a timer waits, from text such as "90s" or "5m", and prints how often it fires in an hour.
 *
 * main makes the text symbolic: Braid tries every text of up to four characters. Two bugs wait for texts that nobody
 * thought of: one in the digits, one in what they mean.
 */
#include <klee/klee.h>
#include <stdio.h>

/* The seconds that a text stands for; -1 if it is none. */
static int seconds(const char *text) {
    char digits[3];
    int n = 0, value = 0;
    while (text[n] >= '0' && text[n] <= '9') {
        digits[n] = text[n];
        n++;
    }
    for (int i = 0; i < n; i++)
        value = 10 * value + (digits[i] - '0');
    switch (text[n]) {
    case 's': return value;
    case 'm': return 60 * value;
    default: return -1;
    }
}

int main(void) {
    char text[5];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[4] == 0);
    int wait = seconds(text);
    if (wait < 0)
        return 1;
    printf("%d times an hour\n", 3600 / wait);
    return 0;
}
