/* Addresses of the network, versions and names of signals, from and to text. */
#include "native.h"

#include <arpa/inet.h>

RT(inet_aton); RT(inet_addr); RT(inet_pton); RT(inet_ntop); RT(inet_ntoa); RT(strverscmp); RT(strsignal);
uint16_t rt_htons(uint16_t n);
uint32_t rt_htonl(uint32_t n);

static void addresses(void) {
    static const char *const pieces[] = {"1", "0", "255", "256", "0x7f", "017", "1.2", ".", "::", ":", "ffff", "abcd", "1.2.3.4", " ", "12345", "fe80", "g", "00"};
    for (int i = 0; i < 20000; i++) {
        char text[80] = "";
        for (uint64_t n = 1 + below(8); n > 0; n--) {
            strcat(text, pieces[below(sizeof pieces / sizeof *pieces)]);
            if (below(2))
                strcat(text, below(2) ? "." : ":");
        }
        struct in_addr x = {7}, y = {7};
        unsigned char p[16] = {0}, q[16] = {0};
        CHECK(inet_aton(text, &x) == rt_inet_aton(text, &y) && x.s_addr == y.s_addr, "inet_aton of '%s'", text);
        CHECK(inet_addr(text) == rt_inet_addr(text), "inet_addr of '%s'", text);
        CHECK(inet_pton(AF_INET, text, p) == rt_inet_pton(AF_INET, text, q) && memcmp(p, q, 16) == 0, "inet_pton of '%s'", text);
        CHECK(inet_pton(AF_INET6, text, p) == rt_inet_pton(AF_INET6, text, q) && memcmp(p, q, 16) == 0, "inet_pton of '%s', version 6", text);
        char a[64] = "", b[64] = "";
        socklen_t room = below(3) ? sizeof a : (socklen_t)below(20);
        for (int at = 0; at < 16; at++)
            p[at] = below(3) ? 0 : below(3) ? 255 : (unsigned char)random_bits();
        CHECK(!inet_ntop(AF_INET6, p, a, room) == !rt_inet_ntop(AF_INET6, p, b, room) && strcmp(a, b) == 0, "inet_ntop: '%s' '%s'", a, b);
        CHECK(!inet_ntop(AF_INET, p, a, room) == !rt_inet_ntop(AF_INET, p, b, room) && strcmp(a, b) == 0, "inet_ntop: '%s' '%s'", a, b);
        memcpy(&x, p, 4);
        CHECK(strcmp(inet_ntoa(x), rt_inet_ntoa(x)) == 0, "inet_ntoa");
        CHECK((htons)((uint16_t)i) == rt_htons((uint16_t)i) && (htonl)((uint32_t)i) == rt_htonl((uint32_t)i), "htonl");
    }
}

static void versions(void) {
    for (int i = 0; i < 20000; i++) {
        char *a = random_string(7, "0012a."), *b = random_string(7, "0012a.");
        int x = strverscmp(a, b), y = rt_strverscmp(a, b);
        CHECK((x > 0) - (x < 0) == (y > 0) - (y < 0), "strverscmp of '%s' and '%s': %d %d", a, b, x, y);
        free(a), free(b);
    }
}

static void signals(void) {
    for (int number = -3; number < 70; number++)
        CHECK(strcmp(strsignal(number), rt_strsignal(number)) == 0, "strsignal of %d", number);
}

void test_addresses(void) {
    signals();
    addresses();
    versions();
}
