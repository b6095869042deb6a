// Structs with a flexible array member, packed and over-aligned structs, arrays of zero length, offsets and sizes.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct message { unsigned short length; char text[]; };
struct __attribute__((packed)) packed { char a; int b; short c; long d; };
struct __attribute__((aligned(32))) aligned { int x; };
struct empty_tail { int n; int none[0]; };

static struct message *make(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    struct message *m = malloc(sizeof *m + n + 1);
    m->length = (unsigned short)n;
    for (size_t i = 0; i <= n; i++) m->text[i] = s[i];
    return m;
}

int main(void) {
    struct message *m = make("flexible");
    struct packed p = {1, 0x01020304, -2, 1L << 40};
    struct packed ps[3] = {p, p, p};
    ps[1].d++;
    struct aligned a = {5}, b = {6};
    printf("%u %s %zu %zu %zu %zu\n", m->length, m->text, sizeof(struct packed), offsetof(struct packed, d), sizeof(struct aligned), sizeof(struct empty_tail));
    printf("%d %x %d %ld %d %d\n", p.a, p.b, p.c, ps[1].d, a.x + b.x, (int)((unsigned long)&a % 32 + (unsigned long)&b % 32));
    free(m);
    return 0;
}
