/* Strings, as far as streams make and fill them: programs bring the rest themselves. */
#include "ios.h"

namespace std {

static unsigned long capacity_of(const string &text) {
    return text.data == text.local ? sizeof text.local - 1 : text.capacity;
}

static void make_string(string &to, const char *from, unsigned long n) {
    to.data = to.local;
    if (n >= sizeof to.local) {
        to.data = (char *)operator new(n + 1);
        to.capacity = n;
    }
    memcpy(to.data, from, n);
    to.data[n] = 0;
    to.length = n;
}

static void end_string(string &text) {
    if (text.data != text.local)
        operator delete(text.data);
}

/* One character more; memory grows as a program's own strings do. */
static void push(string &to, char c) {
    unsigned long capacity = capacity_of(to);
    if (to.length == capacity) {
        char *larger = (char *)operator new(2 * capacity + 1);
        memcpy(larger, to.data, to.length);
        end_string(to);
        to.data = larger;
        to.capacity = 2 * capacity;
    }
    to.data[to.length++] = c;
    to.data[to.length] = 0;
}

static void make_empty(string &text) {
    text.length = 0;
    text.data[0] = 0;
}

} // namespace std
